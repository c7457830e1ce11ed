//! Keys of repetition, which in other libraries forget a part of the position.

use fairyring_game::Text;

/// The key under the default rules.
fn key<G: Text>(text: &str) -> u64 {
    let position = G::parse(text, G::Rules::default()).unwrap_or_else(|error| panic!("{error}"));
    position.repetition_key().unwrap_or_else(|| panic!("{text} is not counted"))
}

/// Each text stands for another position than every other; those of a group, which differ in counters alone, for one.
fn told_apart<G: Text>(groups: &[&[&str]]) {
    for (i, group) in groups.iter().enumerate() {
        for text in *group {
            assert_eq!(key::<G>(text), key::<G>(group[0]), "{text} and {}", group[0]);
            for other in &groups[i + 1..] {
                assert_ne!(key::<G>(text), key::<G>(other[0]), "{text} and {}", other[0]);
            }
        }
    }
}

#[test]
fn chess_tells_mover_rights_and_en_passant_apart() {
    told_apart::<fairyring_chess::Position>(&[
        &["4k2r/8/8/8/3pP3/8/8/R3K3 b Qk - 0 1", "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk - 7 40"],
        &["4k2r/8/8/8/3pP3/8/8/R3K3 w Qk - 0 1"],
        &["4k2r/8/8/8/3pP3/8/8/R3K3 b k - 0 1"],
        &["4k2r/8/8/8/3pP3/8/8/R3K3 b Q - 0 1"],
        &["4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 1"],
    ]);
}

#[test]
fn behemoth_tells_the_square_of_the_behemoth_apart() {
    told_apart::<fairyring_behemoth::Position>(&[
        &["4k3/8/8/8/3*4/8/4P3/4K3 w - - 0 1 -", "4k3/8/8/8/3*4/8/4P3/4K3 w - - 7 40 -"],
        &["4k3/8/8/8/4*3/8/4P3/4K3 w - - 0 1 -"],
        &["4k3/8/8/8/3*4/8/4P3/4K3 b - - 0 1 -"],
    ]);
}

#[test]
fn astral_tells_dormant_and_recharging_teleports_apart() {
    told_apart::<fairyring_astral::Position>(&[
        &["4k3/8/8/8/8/8/4P3/T3K2T w - - 0 1 -", "4k3/8/8/8/8/8/4P3/T3K2T w - - 7 40 -"],
        &["4k3/8/8/8/8/8/4P3/T3K2T b - - 0 1 -"],
        &["4k3/8/8/8/8/8/4P3/T3K2T w - - 0 1 a1"],
        &["4k3/8/8/8/8/8/4P3/T3K2T w - - 0 1 h1"],
        &["4k3/8/8/8/8/8/4P3/T3K2T w - - 0 1 a1*"],
        &["4k3/8/8/8/8/8/4P3/T3K2T w - - 0 1 a1,h1"],
    ]);
}

#[test]
fn ultima_tells_the_mover_apart() {
    told_apart::<fairyring_ultima::Position>(&[
        &["4k3/8/8/8/8/8/4P3/4K3 w 0 1", "4k3/8/8/8/8/8/4P3/4K3 w 7 40"],
        &["4k3/8/8/8/8/8/4P3/4K3 b 0 1"],
    ]);
}

#[test]
fn shahki_tells_the_order_of_seats_apart() {
    let text = |seat: &str, rights: &str, counters: &str| {
        format!(
            "---rnbqkbnr---/---pppppppp---/M1M9m1/1M9m1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/---PPPPPPPP---/\
             ---RNBQKBNR--- {seat} {rights} - - {counters}"
        )
    };
    let texts = [
        text("wc", "KQkq", "0 1"),
        text("wc", "KQkq", "7 40"),
        text("wd", "KQkq", "0 1"),
        text("bc", "KQkq", "0 1"),
        text("bd", "KQkq", "0 1"),
        text("wc", "KQk", "0 1"),
    ];
    let [first, later, rest @ ..] = texts.each_ref().map(String::as_str);
    told_apart::<fairyring_shahki::Position>(&[&[first, later], &[rest[0]], &[rest[1]], &[rest[2]], &[rest[3]]]);
}

#[test]
fn cards_tell_mover_hands_and_floor_apart() {
    told_apart::<fairyring_cards::Position>(&[
        &["K0;N1,1;k4,12 1,4 B/- r 0 1", "K0;N1,1;k4,12 1,4 B/- r 7 40"],
        &["K0;N1,1;k4,12 1,4 B/- b 0 1"],
        &["K0;N1,1;k4,12 1,4 N/- r 0 1"],
        &["K0;N1,1;k4,12 1,4 -/b r 0 1"],
        &["K0;N1,1;k4,12 1,5 B/- r 0 1"],
    ]);
}

#[test]
fn wari_tells_the_mover_apart() {
    told_apart::<fairyring_wari::Position>(&[
        &["4,4,4,4,4,4/4,4,4,4,4,4 0-0 s"],
        &["4,4,4,4,4,4/4,4,4,4,4,4 0-0 n"],
        &["4,4,4,4,4,4/5,3,4,4,4,4 0-0 s"],
    ]);
}
