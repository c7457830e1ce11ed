//! A text is refused with reasons, or a position that writes it back and obeys every law.
#![no_main]

use fairyring_game::Game;
use fairyring_laws::bytes::check_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some((&first, text)) = bytes.split_first() {
        fairyring_fuzz::with_game!(first, G => {
            check_text::<G>(text, <G as Game>::Rules::default());
        });
    }
});
