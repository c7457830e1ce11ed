//! A game chosen by bytes obeys every law on every position.
#![no_main]

use fairyring_game::Game;
use fairyring_laws::bytes::check_game_of_bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some((&first, choices)) = bytes.split_first() {
        fairyring_fuzz::with_game!(first, G => {
            check_game_of_bytes(&G::start(<G as Game>::Rules::default()), choices);
        });
    }
});
