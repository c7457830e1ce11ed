//! Moves of the draughts seats: steps in bundles, captures as chains.

use crate::Position;
use crate::moves::{Bundle, Chain};
use crate::position::team_of;
use fairyring_game::Team;
use fairyring_geometry::{CrossCell, CrossSet};
use std::ops::ControlFlow;

/// The four diagonal directions, in the order of the moves.
const DIRECTIONS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The file on which men of a team become kings.
const FAR_FILE: [CrossSet; 2] = [CrossSet::file(13), CrossSet::file(0)];

/// What a chain meets: the board without its unit.
struct Hunt {
    enemies: CrossSet,
    occupied: CrossSet,
    far_file: CrossSet,
    /// Only chains that cannot go on are moves.
    complete_only: bool,
}

/// Whether a landing on this cell crowns a man of `team`.
#[inline(always)]
pub(crate) const fn crowns(team: Team, cell: CrossCell) -> bool {
    FAR_FILE[team as usize].has(cell)
}

impl Position {
    /// Whether the draughts of a team have no legal move and would have none if the chess units of their own colour were
    /// taken off the board. Without draughts units a team is stuck.
    ///
    /// One look suffices: taking blockers off never takes a move away.
    #[must_use]
    pub fn is_stuck(&self, team: Team) -> bool {
        !self.draughts_can_move(team, self.occupied() & !self.chess[team as usize])
    }

    /// Whether a unit of a team can step or capture with these cells occupied.
    #[inline]
    pub(crate) fn draughts_can_move(&self, team: Team, occupied: CrossSet) -> bool {
        let free = CrossSet::BOARD & !occupied;
        let men = self.men[team as usize];
        let [a, b] = forward(men, team);
        (a.1 | b.1).meets(free)
            || neighbours(self.damas[team as usize]).meets(free)
            || !self.capturers(team, occupied).is_empty()
    }

    /// The units of a team that can capture.
    pub(crate) fn capturing(&self, team: Team) -> CrossSet {
        self.capturers(team, self.occupied())
    }

    /// The units of a team that can capture with these cells occupied.
    #[inline]
    fn capturers(&self, team: Team, occupied: CrossSet) -> CrossSet {
        let (men, damas) = (self.men[team as usize], self.damas[team as usize]);
        let enemies = self.draughts(1 - team);
        let free = CrossSet::BOARD & !occupied;
        let mut found = men
            & ((enemies & free.shifted::<-17>()).shifted::<-17>()
                | (enemies & free.shifted::<-15>()).shifted::<-15>()
                | (enemies & free.shifted::<15>()).shifted::<15>()
                | (enemies & free.shifted::<17>()).shifted::<17>());
        for dama in damas {
            for victim in dama.diagonal_rays(occupied) & enemies {
                let (files, ranks) = direction(dama, victim);
                if victim.step(files, ranks).is_some_and(|landing| !occupied.has(landing)) {
                    found |= CrossSet::of(dama);
                }
            }
        }
        found
    }

    /// Visits the legal moves of a team's draughts seat: steps, where they are allowed, and then the captures one by one.
    #[inline]
    pub(crate) fn visit_draughts<B>(
        &self,
        team: Team,
        mut visit: impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupied = self.occupied();
        let capturers = self.capturers(team, occupied);
        if capturers.is_empty() {
            return self.visit_steps(team, occupied, &mut visit);
        }
        if !self.rules.mandatory_capture {
            self.visit_steps(team, occupied, &mut visit)?;
        }
        self.visit_chains(team, capturers, occupied, &mut visit)
    }

    /// Visits the legal steps of a team's draughts seat.
    pub(crate) fn visit_legal_steps<B>(
        &self,
        team: Team,
        mut visit: impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupied = self.occupied();
        if self.rules.mandatory_capture && !self.capturers(team, occupied).is_empty() {
            return ControlFlow::Continue(());
        }
        self.visit_steps(team, occupied, &mut visit)
    }

    /// Number of steps of a team's units, were they allowed.
    pub(crate) fn draughts_mobility(&self, team: Team, occupied: CrossSet) -> u32 {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit_steps(team, occupied, &mut |bundle| {
            count += bundle.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether a landing on this cell crowns a man of the seat to act.
    pub(crate) fn crowns(&self, cell: CrossCell) -> bool {
        crowns(team_of(self.seat), cell)
    }

    #[inline(always)]
    fn visit_steps<B>(
        &self,
        team: Team,
        occupied: CrossSet,
        visit: &mut impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let free = CrossSet::BOARD & !occupied;
        for (by, targets) in forward(self.men[team as usize], team) {
            visit(Bundle::By(by, targets & free))?;
        }
        for dama in self.damas[team as usize] {
            visit(Bundle::From(dama, dama.diagonal_rays(occupied) & free))?;
        }
        ControlFlow::Continue(())
    }

    fn visit_chains<B>(
        &self,
        team: Team,
        capturers: CrossSet,
        occupied: CrossSet,
        visit: &mut impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in capturers {
            let hunt = Hunt {
                enemies: self.draughts(1 - team),
                occupied: occupied & !CrossSet::of(from),
                far_file: FAR_FILE[team as usize],
                complete_only: self.rules.mandatory_capture,
            };
            let dama = self.damas[team as usize].has(from);
            hunt.extend(&mut Chain::new(from), from, dama, CrossSet::EMPTY, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The units a chain jumps, if it is a chain of the unit on its first cell; for any value of the type.
    pub(crate) fn jumped(&self, chain: &Chain) -> Option<CrossSet> {
        let team = [0, 1].into_iter().find(|&team| self.draughts(team).has(chain.from()))?;
        let enemies = self.draughts(1 - team);
        let mut at = chain.from();
        let mut jumped = CrossSet::EMPTY;
        for &landing in chain.landings() {
            let victims = at.between(landing) & enemies & !jumped;
            if victims.count() != 1 {
                return None;
            }
            jumped |= victims;
            at = landing;
        }
        Some(jumped)
    }

    /// Whether the unit at the end of a chain (of no jumps: on its first cell) can capture again, and where it could land.
    pub(crate) fn next_landings(&self, team: Team, chain: &Chain) -> CrossSet {
        let Some(jumped) = self.jumped(chain) else { return CrossSet::EMPTY };
        let occupied = self.occupied() & !CrossSet::of(chain.from());
        let enemies = self.draughts(1 - team);
        let dama = self.damas[team as usize].has(chain.from())
            || chain.landings().iter().any(|&landing| crowns(team, landing));
        let hunt = Hunt { enemies, occupied, far_file: CrossSet::EMPTY, complete_only: false };
        let mut found = CrossSet::EMPTY;
        for towards in DIRECTIONS {
            hunt.landings(chain.last(), dama, jumped, towards, |_, landing| found |= CrossSet::of(landing));
        }
        found
    }
}

impl Hunt {
    /// Calls `visit` with the unit jumped and each cell to land on, in one direction.
    #[inline(always)]
    fn landings(
        &self,
        at: CrossCell,
        dama: bool,
        jumped: CrossSet,
        (files, ranks): (i32, i32),
        mut visit: impl FnMut(CrossCell, CrossCell),
    ) {
        let mut ahead = at.step(files, ranks);
        while let Some(cell) = ahead
            && dama
            && !self.occupied.has(cell)
        {
            ahead = cell.step(files, ranks);
        }
        let Some(victim) = ahead.filter(|&cell| self.enemies.has(cell) && !jumped.has(cell)) else { return };
        let mut beyond = victim.step(files, ranks);
        while let Some(landing) = beyond
            && !self.occupied.has(landing)
        {
            visit(victim, landing);
            beyond = if dama { landing.step(files, ranks) } else { None };
        }
    }

    /// Visits the chains that go on from here, shorter ones before their continuations; says whether there are any.
    fn extend<B>(
        &self,
        chain: &mut Chain,
        at: CrossCell,
        dama: bool,
        jumped: CrossSet,
        visit: &mut impl FnMut(Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B, bool> {
        let mut goes_on = false;
        for towards in DIRECTIONS {
            let mut landings = CrossSet::EMPTY;
            let mut taken = jumped;
            self.landings(at, dama, jumped, towards, |victim, landing| {
                taken |= CrossSet::of(victim);
                landings |= CrossSet::of(landing);
            });
            for landing in landings {
                if !chain.push(landing) {
                    continue;
                }
                goes_on = true;
                if !self.complete_only {
                    visit(Bundle::One(*chain))?;
                }
                let dama = dama || self.far_file.has(landing);
                if !self.extend(chain, landing, dama, taken, visit)? && self.complete_only {
                    visit(Bundle::One(*chain))?;
                }
                chain.pop();
            }
        }
        ControlFlow::Continue(goes_on)
    }
}

/// The forward steps of men of a team: difference of numbers and targets.
#[inline(always)]
fn forward(men: CrossSet, team: Team) -> [(i32, CrossSet); 2] {
    if team == 0 {
        [(17, men.shifted::<17>()), (-15, men.shifted::<-15>())]
    } else {
        [(15, men.shifted::<15>()), (-17, men.shifted::<-17>())]
    }
}

/// All cells diagonally next to a set.
#[inline(always)]
fn neighbours(set: CrossSet) -> CrossSet {
    set.shifted::<17>() | set.shifted::<15>() | set.shifted::<-15>() | set.shifted::<-17>()
}

/// The diagonal direction from one cell to another.
#[inline(always)]
fn direction(from: CrossCell, to: CrossCell) -> (i32, i32) {
    (if to.x() > from.x() { 1 } else { -1 }, if to.y() > from.y() { 1 } else { -1 })
}
