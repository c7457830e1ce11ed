//! A move's text is refused with a reason, or written back.
#![no_main]

use fairyring_fuzz::position;
use fairyring_laws::bytes::check_move_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let [first, seed, plies, text @ ..] = bytes {
        fairyring_fuzz::with_game!(*first, G => {
            check_move_text(&position::<G>(*seed, *plies), text);
        });
    }
});
