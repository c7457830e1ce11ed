//! Actions are refused, or lead to a legal move.
#![no_main]

use fairyring_fuzz::position;
use fairyring_laws::bytes::check_actions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let [first, seed, plies, actions @ ..] = bytes {
        fairyring_fuzz::with_game!(*first, G => {
            check_actions(&position::<G>(*seed, *plies), actions);
        });
    }
});
