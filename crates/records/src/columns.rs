//! The columns of a batch.

/// Most numbers of events in a game: kinds times seats.
pub const MOST_COUNTS: usize = 8;

/// One finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Utility of the first team, in `[-1, 1]`.
    pub utility: f32,
    /// Moves of seats; rolls and passes are not counted.
    pub plies: u32,
    /// Index of the reason.
    pub reason: u8,
    /// Index of the start position.
    pub start: u32,
    /// Sum of luck over the rolls, first seat's view.
    pub luck: f32,
    /// The game's seed.
    pub seed: u64,
    /// Points of the two teams; 0 where the game counts none.
    pub score: [f32; 2],
    /// Numbers of events, first all seats' of the first kind; as many count as the columns keep.
    pub counts: [u32; MOST_COUNTS],
}

/// Columns of `len` games; row `i` of every column is game `i`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// Utility per seat, row-major: `len * seats` values.
    pub utility: Vec<f32>,
    /// Moves of seats.
    pub plies: Vec<u32>,
    /// Index of the reason.
    pub reason: Vec<u8>,
    /// Index of the start position.
    pub start: Vec<u32>,
    /// Sum of luck.
    pub luck: Vec<f32>,
    /// Seed of the game.
    pub seed: Vec<u64>,
    /// Points of the two teams, row-major; empty where the game counts none.
    pub score: Vec<f32>,
    /// Numbers of events, row-major: `len * kinds * seats` values, seats within kinds; empty where the game counts none.
    pub counts: Vec<u32>,
}

/// A run of rows of [`Columns`], to be filled by one worker.
#[derive(Debug)]
pub struct Slice<'a> {
    teams: &'static [u8],
    utility: &'a mut [f32],
    plies: &'a mut [u32],
    reason: &'a mut [u8],
    start: &'a mut [u32],
    luck: &'a mut [f32],
    seed: &'a mut [u64],
    score: &'a mut [f32],
    counts: &'a mut [u32],
}

impl Columns {
    /// Columns of `games` rows of zeros; `score` says whether points are counted, `kinds` how many kinds of events.
    ///
    /// # Panics
    /// If kinds times seats exceeds [`MOST_COUNTS`].
    #[must_use]
    pub fn zeros(games: usize, seats: usize, score: bool, kinds: usize) -> Self {
        assert!(kinds * seats <= MOST_COUNTS, "{kinds} kinds of events for {seats} seats are too many");
        Self {
            utility: vec![0.0; games * seats],
            plies: vec![0; games],
            reason: vec![0; games],
            start: vec![0; games],
            luck: vec![0.0; games],
            seed: vec![0; games],
            score: if score { vec![0.0; 2 * games] } else { Vec::new() },
            counts: vec![0; games * kinds * seats],
        }
    }

    /// Number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Keeps the first `games` rows.
    pub fn truncate(&mut self, games: usize, seats: usize) {
        let width = self.counts.len() / self.len().max(1);
        self.utility.truncate(games * seats);
        self.plies.truncate(games);
        self.reason.truncate(games);
        self.start.truncate(games);
        self.luck.truncate(games);
        self.seed.truncate(games);
        self.score.truncate(2 * games);
        self.counts.truncate(games * width);
    }

    /// The rows cut into runs of at most `size`, in order.
    ///
    /// # Panics
    /// If `size` is 0.
    pub fn slices(&mut self, size: usize, teams: &'static [u8]) -> Vec<Slice<'_>> {
        let seats = teams.len();
        let width = self.counts.len() / self.len().max(1);
        let mut score = self.score.chunks_mut(2 * size);
        let mut counts = self.counts.chunks_mut((width * size).max(1));
        self.utility
            .chunks_mut(size * seats)
            .zip(self.plies.chunks_mut(size))
            .zip(self.reason.chunks_mut(size))
            .zip(self.start.chunks_mut(size))
            .zip(self.luck.chunks_mut(size))
            .zip(self.seed.chunks_mut(size))
            .map(|(((((utility, plies), reason), start), luck), seed)| Slice {
                teams,
                utility,
                plies,
                reason,
                start,
                luck,
                seed,
                score: score.next().unwrap_or_default(),
                counts: counts.next().unwrap_or_default(),
            })
            .collect()
    }
}

impl Slice<'_> {
    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Writes row `i`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn set(&mut self, i: usize, row: &Row) {
        let seats = self.teams.len();
        for (utility, &team) in self.utility[i * seats..(i + 1) * seats].iter_mut().zip(self.teams) {
            // Subtraction from zero keeps a draw's utility a positive zero for both sides.
            *utility = if team == 0 { row.utility } else { 0.0 - row.utility };
        }
        self.plies[i] = row.plies;
        self.reason[i] = row.reason;
        self.start[i] = row.start;
        self.luck[i] = row.luck;
        self.seed[i] = row.seed;
        if let Some(score) = self.score.get_mut(2 * i..2 * i + 2) {
            score.copy_from_slice(&row.score);
        }
        let width = self.counts.len() / self.plies.len();
        self.counts[i * width..(i + 1) * width].copy_from_slice(&row.counts[..width]);
    }
}
