//! Arrays of the caller that a step writes into.

/// Observations as bytes or as floats of the same values.
#[derive(Debug)]
pub enum Observations<'a> {
    /// One byte a cell.
    Bytes(&'a mut [u8]),
    /// The same numbers as floats.
    Floats(&'a mut [f32]),
    /// They are not wanted.
    Skipped,
}

/// The legal actions of each row.
#[derive(Debug)]
pub enum Mask<'a> {
    /// One number an action: 1 where it is legal, else 0.
    Bytes(&'a mut [i8]),
    /// One bit an action: bit `action % 8` of byte `action / 8`; bits beyond the last action are 0.
    Bits(&'a mut [u8]),
    /// They are not wanted.
    Skipped,
}

/// What a reset or a step writes: row-major arrays with one entry, or one row of entries, a game.
#[derive(Debug)]
pub struct Output<'a> {
    /// `rows * planes * height * width`: as seen by the observer.
    pub observations: Observations<'a>,
    /// `rows * actions`, or `rows` times the bytes that hold so many bits: the legal actions; all where the game is over.
    pub mask: Mask<'a>,
    /// `rows * seats`: what each seat gets for this step: utilities at the end, else 0.
    pub rewards: &'a mut [f32],
    /// `rows`: the game has ended by its rules.
    pub terminated: &'a mut [bool],
    /// `rows`: the game was cut off, by the limit on plies or because the window holds no legal move.
    pub truncated: &'a mut [bool],
    /// `rows`: seat to act, -1 where chance acts, -2 where the game is over.
    pub actor: &'a mut [i8],
    /// `rows`: the seat that sees the observation. If the caller plays one seat, that one; else the seat to act (at the
    /// end: that would act), or where chance acts the seat that moved last.
    pub observer: &'a mut [i8],
    /// `rows`: plies of seats played in the game.
    pub plies: &'a mut [u32],
    /// `rows`: legal moves of the seat to act that the window does not hold.
    pub outside: &'a mut [u32],
    /// `rows * seats`: utilities of the row's last finished game, kept through the games after it; 0 before the first.
    pub returns: &'a mut [f32],
    /// `rows`: the reason of its end, an index into the game's list; -1 before the first.
    pub reason: &'a mut [i16],
    /// `rows`: games finished in the row since it was seeded.
    pub games: &'a mut [u32],
}

/// Lengths of one row of the arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// Of an observation.
    pub(crate) cells: usize,
    /// Of the action space.
    pub(crate) actions: usize,
    /// Of what there is one of a seat.
    pub(crate) seats: usize,
}

/// Takes `n` entries off a slice's front.
fn take<'a, T>(slice: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    slice.split_off_mut(..n).expect("the lengths were checked")
}

impl<'a> Output<'a> {
    /// Takes the first `n` rows off.
    pub(crate) fn take(&mut self, n: usize, sizes: Sizes) -> Output<'a> {
        Output {
            observations: match &mut self.observations {
                Observations::Bytes(cells) => Observations::Bytes(take(cells, n * sizes.cells)),
                Observations::Floats(cells) => Observations::Floats(take(cells, n * sizes.cells)),
                Observations::Skipped => Observations::Skipped,
            },
            mask: match &mut self.mask {
                Mask::Bytes(bytes) => Mask::Bytes(take(bytes, n * sizes.actions)),
                Mask::Bits(bytes) => Mask::Bits(take(bytes, n * sizes.actions.div_ceil(8))),
                Mask::Skipped => Mask::Skipped,
            },
            rewards: take(&mut self.rewards, n * sizes.seats),
            terminated: take(&mut self.terminated, n),
            truncated: take(&mut self.truncated, n),
            actor: take(&mut self.actor, n),
            observer: take(&mut self.observer, n),
            plies: take(&mut self.plies, n),
            outside: take(&mut self.outside, n),
            returns: take(&mut self.returns, n * sizes.seats),
            reason: take(&mut self.reason, n),
            games: take(&mut self.games, n),
        }
    }

    /// Each array's name, length and the length it must have for so many rows.
    pub(crate) fn lengths(&self, n: usize, sizes: Sizes) -> [(&'static str, usize, usize); 12] {
        let cells = n * sizes.cells;
        let (mask, bits) = (n * sizes.actions, n * sizes.actions.div_ceil(8));
        [
            match &self.observations {
                Observations::Bytes(array) => ("observations", array.len(), cells),
                Observations::Floats(array) => ("observations", array.len(), cells),
                Observations::Skipped => ("observations", 0, 0),
            },
            match &self.mask {
                Mask::Bytes(array) => ("mask", array.len(), mask),
                Mask::Bits(array) => ("mask", array.len(), bits),
                Mask::Skipped => ("mask", 0, 0),
            },
            ("rewards", self.rewards.len(), n * sizes.seats),
            ("terminated", self.terminated.len(), n),
            ("truncated", self.truncated.len(), n),
            ("actor", self.actor.len(), n),
            ("observer", self.observer.len(), n),
            ("plies", self.plies.len(), n),
            ("outside", self.outside.len(), n),
            ("returns", self.returns.len(), n * sizes.seats),
            ("reason", self.reason.len(), n),
            ("games", self.games.len(), n),
        ]
    }
}
