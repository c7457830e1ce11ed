//! The mate solver on games whose sides do not alternate, and where it must refuse.

use fairyring_game::{Actor, Game, Outcome};
use fairyring_laws::games::{Duel, Heaps};
use fairyring_search::mate::{MateError, Stipulation, Verdict, solve};

fn wins(outcome: Outcome, team: u8) -> bool {
    outcome.utility == if team == 0 { 1.0 } else { -1.0 }
}

/// Whether `team` wins in `moves` of its own, by trying everything.
fn plain(position: &Heaps, team: u8, moves: u32) -> bool {
    if let Some(outcome) = position.outcome(1) {
        return wins(outcome, team);
    }
    let mut list = Vec::new();
    position.legal_moves(&mut list);
    let mut nexts = list.into_iter().map(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        next
    });
    if position.team_to_act() == Some(team) {
        moves > 0 && nexts.any(|next| plain(&next, team, moves - 1))
    } else {
        nexts.all(|next| plain(&next, team, moves))
    }
}

#[test]
fn sides_that_move_several_times_are_solved() {
    let mut verdicts = [0; 3];
    for n in 0..4 * 125 {
        let (heaps, seat) = ([n % 5, n / 5 % 5, n / 25 % 5].map(|heap: u16| heap as u8), (n / 125) as u8);
        let position = Heaps { heaps, seat, last: 3 - seat };
        if position.outcome(1).is_some() {
            assert_eq!(solve(&position, &Stipulation::mate_in(2)), Err(MateError::Over));
            continue;
        }
        let Actor::Seat(seat) = position.to_act() else { unreachable!("no dice") };
        let team = Heaps::TEAMS[usize::from(seat)];
        for moves in 1..=4 {
            let solution = solve(&position, &Stipulation::mate_in(moves)).expect("solved");
            let shortest = (1..=moves).find(|&fewer| plain(&position, team, fewer));
            assert_eq!(solution.shortest, shortest, "{position:?}");
            let mut keys = Vec::new();
            position.legal_moves(&mut keys);
            keys.retain(|&m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                plain(&next, team, moves - 1)
            });
            assert_eq!(solution.keys.iter().map(|key| key.m).collect::<Vec<_>>(), keys, "{position:?}");
            verdicts[solution.verdict() as usize] += 1;
        }
    }
    for verdict in [Verdict::Sound, Verdict::Cooked, Verdict::NoSolution] {
        assert!(verdicts[verdict as usize] > 0, "{verdict:?}: {verdicts:?}");
    }
}

#[test]
fn dice_are_refused() {
    assert_eq!(solve(&Duel::start(()), &Stipulation::mate_in(2)), Err(MateError::Dice));
}
