//! Asking a table.

use crate::file::Level;
use crate::leading::Leading;
use crate::{Endings, Statistics, TableError};
use std::marker::PhantomData;
use std::path::Path;

/// An opened table: levels from 0 up, mapped, checked once.
#[derive(Debug)]
pub struct Table<G: Endings> {
    levels: Vec<Level>,
    game: PhantomData<fn() -> G>,
}

impl<G: Endings> Table<G> {
    pub(crate) const fn new(levels: Vec<Level>) -> Self {
        Self { levels, game: PhantomData }
    }

    /// Opens the levels that a directory holds, from 0 up without gaps; up to `level` if one is given. Every byte is read
    /// once to check it.
    ///
    /// # Errors
    /// [`TableError::Missing`] if a level that is needed is not there, [`TableError::File`] if a file is not what it
    /// should be.
    pub fn open(directory: &Path, level: Option<u32>) -> Result<Self, TableError> {
        let highest = level.unwrap_or(G::MAX_LEVEL);
        if highest > G::MAX_LEVEL {
            return Err(TableError::NoLevel { level: highest, highest: G::MAX_LEVEL });
        }
        let mut levels = Vec::new();
        for n in 0..=highest {
            match Level::open::<G>(directory, n)? {
                Some(found) => levels.push(found),
                None if n == 0 || level.is_some() => {
                    return Err(TableError::Missing { path: directory.to_owned(), level: n });
                }
                None => break,
            }
        }
        Ok(Self::new(levels))
    }

    /// The highest level.
    #[must_use]
    pub fn highest(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The value of a position: the points the side to move will still gain minus those its opponent will.
    ///
    /// # Errors
    /// [`TableError::Position`] under other rules, [`TableError::Outside`] above the table's levels.
    pub fn value(&self, position: &G) -> Result<i8, TableError> {
        let (level, ending) = position.ending().map_err(TableError::Position)?;
        let values = self.levels.get(level as usize);
        let values = values.ok_or(TableError::Outside { level, highest: self.highest() })?;
        Ok(values.value(G::index(ending)))
    }

    /// The legal moves with their values for the side that plays them, in the order of [`fairyring_game::Game::legal_moves`];
    /// the greatest is the position's value. None where there is no legal move.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn move_values(&self, position: &G) -> Result<Vec<(G::Move, i8)>, TableError> {
        self.value(position)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let value = |m: G::Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            let same = next.to_act() == position.to_act();
            let after = i32::from(self.value(&next)?);
            Ok((m, (position.points(m) + if same { after } else { -after }) as i8))
        };
        moves.into_iter().map(value).collect()
    }

    /// The legal moves that keep the position's value.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn best_moves(&self, position: &G) -> Result<Vec<G::Move>, TableError> {
        let moves = self.move_values(position)?;
        let best = moves.iter().map(|&(_, value)| value).max();
        Ok(moves.into_iter().filter(|&(_, value)| Some(value) == best).map(|(m, _)| m).collect())
    }

    /// The best moves that lead on. Where the side to move is to gain, a move may keep the value and yet go round in a
    /// circle for ever; these are the best moves that force a gain, another level or the end in the fewest plies, so that
    /// whoever always plays one of them gets the value. Where it has nothing to gain, these are all best moves.
    ///
    /// The way is searched for, as the table holds no distances; with more than `nodes` positions looked at, the answer is
    /// all best moves. In the endgames of Awari up to 20 counters 100,000 sufficed in every game tried.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn leading_moves(&self, position: &G, nodes: u64) -> Result<Vec<G::Move>, TableError> {
        let best = self.best_moves(position)?;
        let (level, ending) = position.ending().map_err(TableError::Position)?;
        let value = self.at(level, ending);
        if value <= 0 || best.len() < 2 {
            return Ok(best);
        }
        let mut after = Vec::new();
        for &m in &best {
            let mut next = position.clone();
            next.play_unchecked(m);
            after.push((m, next.ending().map_err(TableError::Position)?));
        }
        let out: Vec<_> = after.iter().filter(|(_, (to, _))| *to != level).map(|&(m, _)| m).collect();
        if !out.is_empty() {
            return Ok(out);
        }
        let mut search = Leading::new(self, level, nodes);
        let mut plies = 0;
        loop {
            let mut leading = Vec::new();
            for &(m, (_, child)) in &after {
                match search.yields(child, -value, plies) {
                    Some(true) => leading.push(m),
                    Some(false) => (),
                    None => return Ok(best),
                }
            }
            if !leading.is_empty() {
                return Ok(leading);
            }
            plies += 2;
        }
    }

    /// The value of an ending of a level that the table has.
    pub(crate) fn at(&self, level: u32, ending: G::Ending) -> i8 {
        self.levels[level as usize].value(G::index(ending))
    }

    /// The values of a level as signed bytes, in the order of the numbering.
    ///
    /// # Errors
    /// [`TableError::NoLevel`].
    pub fn values(&self, level: u32) -> Result<&[u8], TableError> {
        let values = self.levels.get(level as usize).map(Level::values);
        values.ok_or(TableError::NoLevel { level, highest: self.highest() })
    }

    /// Counts over all endings of a level.
    ///
    /// # Errors
    /// [`TableError::NoLevel`].
    pub fn statistics(&self, level: u32) -> Result<Statistics, TableError> {
        Ok(Statistics::of(self.values(level)?.iter().copied()))
    }

    /// Counts over the endings of a level that fulfil a condition.
    ///
    /// # Errors
    /// [`TableError::NoLevel`].
    pub fn statistics_where(
        &self,
        level: u32,
        condition: impl Fn(G::Ending) -> bool,
    ) -> Result<Statistics, TableError> {
        let values = self.values(level)?;
        let endings = std::iter::successors(Some(G::at(level, 0)), |&ending| Some(G::next(ending)));
        Ok(Statistics::of(values.iter().zip(endings).filter(|&(_, ending)| condition(ending)).map(|(&value, _)| value)))
    }
}
