//! Every unit's way of moving and capturing, and every imitation of the chameleon, everywhere on the board.

mod everywhere;

use Then::{Cannot, Takes};
use everywhere::{Then, everywhere};
use fairyring_ultima::Rules;

/// Tries a situation by the usual rules.
fn check(units: &str, m: &str, then: Then) {
    everywhere(units, m, then, Rules::default());
}

/// Tries a situation by other rules.
fn check_by(rules: Rules, units: &str, m: &str, then: Then) {
    everywhere(units, m, then, rules);
}

#[test]
fn the_king_steps_and_takes_by_stepping() {
    check("Ka1", "a1b1", Takes(""));
    check("Ka1", "a1b2", Takes(""));
    check("Ka1", "a1c1", Cannot);
    check("Ka1", "a1b3", Cannot);
    for victim in ["p", "l", "c", "i", "x"] {
        let frozen = victim == "i";
        check(&format!("Ka1 {victim}b1"), "a1b1", if frozen { Cannot } else { Takes("b1") });
        check(&format!("Ka1 {victim}b2"), "a1b2", if frozen { Cannot } else { Takes("b2") });
    }
    check("Ka1 Pb1", "a1b1", Cannot);
    check("Ka1 Pb2", "a1b2", Cannot);
}

#[test]
fn the_pincer_moves_as_a_rook() {
    check("Pa1", "a1a2", Takes(""));
    check("Pa1", "a1a8", Takes(""));
    check("Pa1", "a1b2", Cannot);
    check("Pa1 Pa3", "a1a3", Cannot);
    check("Pa1 pa3", "a1a3", Cannot);
    check("Pa1 pa3", "a1a4", Cannot);
}

#[test]
fn the_pincer_takes_what_it_encloses() {
    for victim in ["p", "w", "l", "c", "i", "x"] {
        check(&format!("Pa1 {victim}b4 Pc4"), "a1a4", Takes("b4"));
        check(&format!("Pa1 {victim}a5 Wa6"), "a1a4", Takes("a5"));
    }
    for partner in ["K", "W", "L", "C", "I", "X"] {
        check(&format!("Pa1 pb4 {partner}c4"), "a1a4", Takes("b4"));
    }
    // Three at once, and not the fourth on the square it came from.
    check("Pd1 pc4 Pb4 pe4 Pf4 pd5 Pd6", "d1d4", Takes("c4 e4 d5"));
    // No partner, a partner of the other side, a victim of the own side, a gap.
    check("Pa1 pb4", "a1a4", Takes(""));
    check("Pa1 pb4 pc4", "a1a4", Takes(""));
    check("Pa1 Pb4 Pc4", "a1a4", Takes(""));
    check("Pa1 pb4 Pd4", "a1a4", Takes(""));
    // Never diagonally.
    check("Pa1 pb5 Pc6", "a1a4", Takes(""));
    // Only by its own move: arriving between two enemies takes nothing of either side.
    check("Pb1 pa4 pc4", "b1b4", Takes(""));
}

#[test]
fn a_frozen_unit_is_a_partner() {
    check("Pa1 pb4 Pc4 id5", "a1a4", Takes("b4"));
    check("Pa1 pb4 Kc4 id5", "a1a4", Takes("b4"));
}

#[test]
fn the_spy_takes_what_it_leaves() {
    for victim in ["p", "w", "l", "c", "x"] {
        check(&format!("Wb1 {victim}a1"), "b1c1", Takes("a1"));
        check(&format!("Wb2 {victim}a1"), "b2e5", Takes("a1"));
    }
    check("Wb1 ia1", "b1c1", Cannot);
    check("Wc1 pa1", "c1d1", Takes(""));
    check("Wb1 pa1", "b1b2", Takes(""));
    check("Wb1 pa1", "b1c2", Takes(""));
    check("Wb1 Pa1", "b1c1", Takes(""));
    check("Wa1 pc1", "a1b1", Takes(""));
    check("Wa1 pb1", "a1c1", Cannot);
}

#[test]
fn the_jumper_takes_what_it_jumps() {
    for victim in ["p", "w", "l", "c", "x"] {
        check(&format!("La1 {victim}b1"), "a1c1", Takes("b1"));
        check(&format!("La1 {victim}c3"), "a1e5", Takes("c3"));
    }
    check("La1 ic1", "a1d1", Takes("c1"));
    check("La1 pb1 wd1", "a1e1", Takes("b1 d1"));
    check("La1 pc1 xf1", "a1h1", Takes("c1 f1"));
    check("La1 pb2 pd4 pf6", "a1g7", Takes("b2 d4 f6"));
    // Never two in a row, never its own, never onto a unit, and one line only.
    check("La1 pb1 pc1", "a1d1", Cannot);
    check("La1 pb1 pd1 pe1", "a1f1", Cannot);
    check("La1 Pb1", "a1c1", Cannot);
    check("La1 pc1 Pe1", "a1f1", Cannot);
    check("La1 pb1 pd1", "a1d1", Cannot);
    check("La1 pb1", "a1b1", Cannot);
    check("La1 pb1", "a1c2", Cannot);
    check("La1", "a1d1", Takes(""));
}

#[test]
fn the_coordinator_takes_on_the_corners() {
    for victim in ["p", "w", "l", "c", "i", "x"] {
        check(&format!("Ka1 Cd6 {victim}d1"), "d6d4", Takes("d1"));
        check(&format!("Ka1 Cd7 {victim}a4"), "d7d4", Takes("a4"));
    }
    check("Ka1 Cg7 pd1 wa4", "g7d4", Takes("d1 a4"));
    // On the king's rank or file nothing, and no own unit.
    check("Ka1 Cd4 pa4 pd1", "d4d2", Takes("d1"));
    check("Ka1 Cd4 pc1", "d4d1", Takes(""));
    check("Ka1 Cd4 pa2", "d4a4", Takes(""));
    check("Ka1 Cd6 Pd1", "d6d4", Takes(""));
    // A move of the king makes no rectangle.
    check("Ka1 Cd5 pb5", "a1b1", Takes(""));
    check("Ka1 Cd5 pd2", "a1a2", Takes(""));
}

#[test]
fn the_dragon_takes_nothing() {
    check("Ia1 pb4 Pc4", "a1a4", Takes(""));
    check("Ib1 pa1", "b1c1", Takes(""));
    check("Ia1 pb1", "a1c1", Cannot);
    check("Ka1 Id6 pd1 pa4", "d6d4", Takes(""));
    check("Ia1 pb1", "a1b1", Cannot);
    check("Ia1", "a1d4", Takes(""));
}

#[test]
fn the_dragon_freezes_what_is_beside_it() {
    for unit in ["P", "W", "L", "C", "I", "X"] {
        check(&format!("{unit}a1 ib1"), "a1a2", Cannot);
        check(&format!("{unit}a1 ib2"), "a1a2", Cannot);
        check(&format!("{unit}a1 ic1"), "a1a2", Takes(""));
        check(&format!("{unit}a1 Ib2"), "a1a2", Takes(""));
        // It may be taken off the board instead.
        check(&format!("{unit}a1 ib2"), "a1a1", Takes("a1"));
        check(&format!("{unit}a1 ic1"), "a1a1", Cannot);
        check_by(Rules { suicide: false, ..Rules::default() }, &format!("{unit}a1 ib2"), "a1a1", Cannot);
    }
    check("Ka1 ib2", "a1a2", Cannot);
    check("Ka1 ib2", "a1a1", Cannot);
    // Two dragons and a dragon with a chameleon freeze each other.
    check("Xa1 ib2", "a1a2", Cannot);
    check("Ia1 xb2", "a1a2", Cannot);
    check("Ia1 pb2", "a1a2", Takes(""));
    // A frozen dragon still freezes.
    check("Xc3 ib2 Pa1", "a1a2", Cannot);
    // Frozen or not is asked before the move: passing a dragon and arriving beside it are free.
    check("Pa1 ib4 Pc4", "a1a4", Takes("b4"));
    check("Pa1 pb4 Pc4 ib5", "a1a4", Takes("b4"));
    check("Wa2 pa1 ib4", "a2a4", Takes("a1"));
    check("Pa1 ib3", "a1a5", Takes(""));
}

#[test]
fn the_cambridge_rule_shields_from_dragons() {
    let cambridge = Rules { cambridge: true, ..Rules::default() };
    for guard in ["I", "X"] {
        for unit in ["P", "W", "L"] {
            check_by(cambridge, &format!("{unit}a1 ib2 {guard}c3"), "a1a2", Takes(""));
            check_by(cambridge, &format!("{unit}a1 ib2 {guard}d4"), "a1a2", Cannot);
            check(&format!("{unit}a1 ib2 {guard}c3"), "a1a2", Cannot);
        }
        // The guard is not another unit for itself.
        check_by(cambridge, &format!("{guard}c3 ib2"), "c3c4", Cannot);
        // Each of two guards shields the other.
        check_by(cambridge, &format!("{guard}c3 ib2 Xa1"), "c3c4", Takes(""));
        // An enemy's dragon or chameleon is no guard.
        check_by(cambridge, &format!("Pa1 ib2 {}c3", guard.to_ascii_lowercase()), "a1a2", Cannot);
    }
    // Beside an enemy chameleon a dragon stays frozen, guarded or not.
    check_by(cambridge, "Ia1 xb2 Xc3", "a1a2", Cannot);
}

#[test]
fn the_chameleon_moves_as_a_queen() {
    check("Xa1", "a1d4", Takes(""));
    check("Xa1", "a1a4", Takes(""));
    check("Xa1", "a1b3", Cannot);
    for blocker in ["p", "w", "c", "x", "P", "L"] {
        check(&format!("Xa1 {blocker}b1"), "a1c1", Cannot);
        check(&format!("Xa1 {blocker}b1"), "a1b1", Cannot);
    }
}

#[test]
fn the_chameleon_takes_pincers_as_a_pincer() {
    check("Xa1 pb4 Ic4", "a1a4", Takes("b4"));
    check("Xd1 pc4 Pb4 pe4 Pf4 pd5 Pd6", "d1d4", Takes("c4 e4 d5"));
    check("Xa1 pb4", "a1a4", Takes(""));
    check("Xa1 pc4 Pc5", "a1c3", Takes(""));
    for other in ["w", "l", "i", "x"] {
        check(&format!("Xa1 {other}b4 Pc4"), "a1a4", Takes(""));
    }
    check("Kd1 Xa1 cb4 Pc4", "a1a4", Takes(""));
}

#[test]
fn the_chameleon_takes_spies_as_a_spy() {
    check("Xb1 wa1", "b1c1", Takes("a1"));
    check("Xb2 wa1", "b2e5", Takes("a1"));
    check("Xb1 wa1", "b1b2", Takes(""));
    for other in ["p", "l", "x"] {
        check(&format!("Xb1 {other}a1"), "b1c1", Takes(""));
    }
    check("Kb3 Xb1 ca1", "b1c1", Takes(""));
}

#[test]
fn the_chameleon_takes_jumpers_as_a_jumper() {
    check("Xa1 lb1", "a1c1", Takes("b1"));
    check("Xa1 lc3 le5", "a1f6", Takes("c3 e5"));
    check("Xa1 lb1 lc1", "a1d1", Cannot);
    check("Xa1 lb1 pd1", "a1e1", Cannot);
    check("Xa1 Lb1", "a1c1", Cannot);
}

#[test]
fn the_chameleon_takes_coordinators_as_a_coordinator() {
    check("Ka1 Xd6 cd1", "d6d4", Takes("d1"));
    check("Ka1 Xg7 cd1 ca4", "g7d4", Takes("d1 a4"));
    check("Ka1 Xd4 cc1", "d4d1", Takes(""));
    for other in ["p", "w", "l", "i", "x"] {
        check(&format!("Ka1 Xd6 {other}d1"), "d6d4", Takes(""));
    }
}

#[test]
fn a_leap_of_the_chameleon_combines() {
    let pure = Rules { leap_combines: false, ..Rules::default() };
    // Over a jumper, away from a spy, beside two pincers, on a coordinator's corner.
    let units = "Kh1 Xd2 wd1 ld4 pc5 Pb5 pe5 Pf5 ch5";
    check(units, "d2d5", Takes("d1 d4 c5 e5 h5"));
    check_by(pure, units, "d2d5", Takes("d4"));
    check_by(pure, units, "d2d3", Takes("d1"));
    check_by(pure, "Xd2 wd1 pc5 Pb5", "d2d5", Takes("d1 c5"));
}

#[test]
fn the_chameleon_takes_neither_dragons_nor_chameleons() {
    check("Xa1 xb1", "a1c1", Cannot);
    check("Xa1 ic1", "a1d1", Cannot);
    check("Xb1 xa1", "b1c1", Takes(""));
    check("Xa1 ib4 Pc4", "a1a4", Takes(""));
    check("Ka1 Xd6 id1 xa4", "d6d4", Takes(""));
}
