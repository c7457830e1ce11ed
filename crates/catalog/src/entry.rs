//! A game of the catalogue: one generic implementation for all.

use crate::player::{Seated, typed};
use crate::problems::{self, Draw, walk};
use crate::{
    AnalysisText, AnyPlayer, BatchSpec, CatalogError, ComposeSpec, ComposedText, ContestSpec, EnvSpec, Facts,
    LockstepSpec, MateSpec, StartSpec, vector,
};
use fairyring_envs::AnyVectorEnv;
use fairyring_game::{Actor, AnyLine, Evaluate, Inputs, Line, Rng, Rules, Text, Window, erase};
use fairyring_learn::{AnyTrainer, TdOptions, Trainer};
use fairyring_records::{Columns, Moves, Row};
use fairyring_search::mate::SolutionText;
use fairyring_search::selfplay::{AnyPool, SelfPlay, SelfPlayOptions};
use fairyring_search::{AgentSpec, Builder};
use fairyring_sim::{
    AnyLockstep, Contest, Control, Games, Job, Lockstep, LockstepJob, Round, Samples, Sampling, exchanged, replay,
    restore, rotated, run, run_recorded, sample,
};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// What can be asked of a game.
pub trait Entry: Sync {
    /// Identifier.
    fn id(&self) -> &'static str;
    /// Static facts, seen through a window.
    fn facts(&self, window: Window) -> Facts;
    /// What an action id means.
    fn action_text(&self, action: u32, window: Window) -> Option<String>;
    /// A line that begins at a text, or at the usual start.
    ///
    /// # Errors
    /// [`CatalogError`] for rules or text.
    fn line(&self, text: Option<&str>, spec: &StartSpec) -> Result<Box<dyn AnyLine>, CatalogError>;
    /// Plays a batch.
    ///
    /// # Errors
    /// [`CatalogError`] before anything is played.
    fn simulate(&self, spec: &BatchSpec, workers: usize, control: &Control) -> Result<Columns, CatalogError>;
    /// One game of a batch again, by its start and seed.
    ///
    /// # Errors
    /// [`CatalogError`].
    fn replay(&self, spec: &BatchSpec, start: usize, seed: u64) -> Result<(Box<dyn AnyLine>, Row), CatalogError>;
    /// Plays the openings `first..first + count` of a contest; the same ones for any number of workers and in any parts.
    ///
    /// # Errors
    /// [`CatalogError`] before anything is played.
    fn contest(
        &self,
        spec: &ContestSpec,
        first: u64,
        count: usize,
        workers: usize,
        control: &Control,
    ) -> Result<Vec<Round>, CatalogError>;
    /// A batch whose evaluators are asked from outside.
    ///
    /// # Errors
    /// [`CatalogError`] before anything is played.
    fn lockstep(&self, spec: &LockstepSpec) -> Result<Box<dyn AnyLockstep>, CatalogError>;
    /// A pool of self-play by pulled leaf batches.
    ///
    /// # Errors
    /// [`CatalogError`] for rules, texts or options.
    fn self_play(
        &self,
        rules: &StartSpec,
        starts: &[String],
        options: SelfPlayOptions,
    ) -> Result<Box<dyn AnyPool>, CatalogError>;
    /// What an agent thinks of a position of this game.
    ///
    /// # Errors
    /// [`CatalogError`] if no seat acts there, or for the agent.
    fn analyse(&self, line: &dyn AnyLine, agent: &str, seed: u64) -> Result<AnalysisText, CatalogError>;
    /// A batched environment.
    ///
    /// # Errors
    /// [`CatalogError`].
    fn env(&self, spec: &EnvSpec) -> Result<Box<dyn AnyVectorEnv>, CatalogError>;
    /// The position that an observation by the seat of this code shows, as far as the planes tell.
    ///
    /// # Errors
    /// [`CatalogError`] for rules or seat, or if it shows no position.
    fn decode(
        &self,
        observation: &[u8],
        seat: &str,
        window: Window,
        spec: &StartSpec,
    ) -> Result<Box<dyn AnyLine>, CatalogError>;
    /// A player for games by these rules, with the streams of this seed.
    ///
    /// # Errors
    /// [`CatalogError`] for the rules or the agent.
    fn player(&self, rules: &StartSpec, agent: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, CatalogError>;
    /// The opening of an index of a contest: its line, its seed and the plies of players in it. The contest's agents are
    /// not looked at.
    ///
    /// # Errors
    /// [`CatalogError`] for rules or texts.
    fn opening(&self, spec: &ContestSpec, index: u64) -> Result<(Box<dyn AnyLine>, u64, u32), CatalogError>;
    /// Draws an outcome of the dice where they are to be rolled.
    ///
    /// # Errors
    /// [`CatalogError::Question`] where they are not.
    fn roll(&self, line: &dyn AnyLine, dice: &mut Rng) -> Result<String, CatalogError>;
    /// Solves a mate problem; `stop` is looked at all the while.
    ///
    /// # Errors
    /// [`CatalogError::Mate`].
    fn mate(&self, line: &dyn AnyLine, spec: &MateSpec, stop: &AtomicBool) -> Result<SolutionText, CatalogError>;
    /// Draws positions from the end of a line and keeps those that are sound mate problems; `drawn` counts them.
    ///
    /// # Errors
    /// [`CatalogError::Mate`].
    fn compose(
        &self,
        line: &dyn AnyLine,
        spec: &ComposeSpec,
        stop: &AtomicBool,
        drawn: &AtomicU64,
    ) -> Result<Vec<ComposedText>, CatalogError>;
    /// Plays a batch and keeps its moves, as actions through the default window.
    ///
    /// # Errors
    /// [`CatalogError`] before anything is played.
    fn simulate_recorded(
        &self,
        spec: &BatchSpec,
        workers: usize,
        control: &Control,
    ) -> Result<(Columns, Moves), CatalogError>;
    /// The line that recorded actions play from a start.
    ///
    /// # Errors
    /// [`CatalogError`] for rules, text or actions.
    fn restore(&self, rules: &StartSpec, start: &str, actions: &[u32]) -> Result<Box<dyn AnyLine>, CatalogError>;
    /// Draws positions from games of a batch.
    ///
    /// # Errors
    /// [`CatalogError`].
    fn sample(
        &self,
        spec: &BatchSpec,
        games: Games<'_>,
        sampling: &Sampling,
        workers: usize,
        control: &Control,
    ) -> Result<Samples, CatalogError>;
    /// The options that a training run has if none are given.
    fn td_options(&self) -> TdOptions;
    /// A training run that has not begun.
    ///
    /// # Errors
    /// [`CatalogError`] for rules, texts or options.
    fn train(
        &self,
        rules: &StartSpec,
        starts: &[String],
        options: TdOptions,
    ) -> Result<Box<dyn AnyTrainer>, CatalogError>;
    /// The training run of a file.
    ///
    /// # Errors
    /// [`CatalogError::Learn`].
    fn train_on(&self, path: &Path) -> Result<Box<dyn AnyTrainer>, CatalogError>;
}

/// The entry of a game type: what that game adds to what every game has.
#[derive(Debug)]
pub struct Of<G: Evaluate> {
    /// Builds its players.
    build: Builder<G>,
    /// Draws positions for composing problems.
    draw: Draw<G>,
}

impl<G: Text + Evaluate + Inputs> Of<G> {
    /// The entry of a game that adds nothing.
    pub const ENTRY: Self = Self { build: fairyring_learn::build, draw: walk };

    /// The same entry with players of its own.
    #[must_use]
    pub const fn with_players(self, build: Builder<G>) -> Self {
        Self { build, ..self }
    }

    /// The same entry with its own way to draw positions.
    #[must_use]
    pub const fn with_draw(self, draw: Draw<G>) -> Self {
        Self { draw, ..self }
    }

    /// A typed job from its words.
    fn job(&self, spec: &BatchSpec) -> Result<Job<G>, CatalogError> {
        let rules = rules_of::<G>(&spec.rules)?;
        let starts = starts_of::<G>(&spec.starts, rules)?;
        let mut agents = spec.agents.iter().map(|agent| agent.parse()).collect::<Result<Vec<AgentSpec>, _>>()?;
        if let [agent] = agents.as_slice() {
            agents = vec![agent.clone(); G::SEATS.len()];
        }
        Ok(Job {
            starts,
            agents,
            build: self.build,
            seed: spec.seed,
            experiment: spec.experiment,
            first: spec.first,
            games: spec.games,
            max_plies: spec.max_plies,
        })
    }

    /// A typed contest from its words, without agents.
    fn empty_contest(&self, spec: &ContestSpec) -> Result<Contest<G>, CatalogError> {
        let rules = rules_of::<G>(&spec.rules)?;
        Ok(Contest {
            starts: starts_of::<G>(&spec.starts, rules)?,
            agents: Vec::new(),
            build: self.build,
            seatings: Vec::new(),
            opening_plies: spec.opening_plies,
            seed: spec.seed,
            experiment: spec.experiment,
            max_plies: spec.max_plies,
        })
    }
}

/// Rules from their texts.
pub(crate) fn rules_of<G: Text>(spec: &StartSpec) -> Result<G::Rules, CatalogError> {
    let mut rules = G::Rules::default();
    if let Some(preset) = &spec.preset {
        rules.apply_preset(preset)?;
    }
    for (name, value) in &spec.rules {
        rules.set(name, value)?;
    }
    Ok(rules)
}

/// Start positions from their texts; the usual one without any.
fn starts_of<G: Text>(texts: &[String], rules: G::Rules) -> Result<Vec<G>, CatalogError> {
    if texts.is_empty() {
        return Ok(vec![G::start(rules)]);
    }
    Ok(texts.iter().map(|text| G::parse(text, rules)).collect::<Result<_, _>>()?)
}

impl<G: Text + Evaluate + Inputs> Entry for Of<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn facts(&self, window: Window) -> Facts {
        Facts::of::<G>(window)
    }

    fn action_text(&self, action: u32, window: Window) -> Option<String> {
        G::action_text(action, window)
    }

    fn line(&self, text: Option<&str>, spec: &StartSpec) -> Result<Box<dyn AnyLine>, CatalogError> {
        let rules = rules_of::<G>(spec)?;
        let position = match text {
            None => G::start(rules),
            Some(text) => G::parse(text, rules)?,
        };
        Ok(erase(Line::new(position)))
    }

    fn simulate(&self, spec: &BatchSpec, workers: usize, control: &Control) -> Result<Columns, CatalogError> {
        Ok(run(&self.job(spec)?, workers, control)?)
    }

    fn replay(&self, spec: &BatchSpec, start: usize, seed: u64) -> Result<(Box<dyn AnyLine>, Row), CatalogError> {
        let (line, row) = replay(&self.job(spec)?, start, seed)?;
        Ok((erase(line), row))
    }

    fn contest(
        &self,
        spec: &ContestSpec,
        first: u64,
        count: usize,
        workers: usize,
        control: &Control,
    ) -> Result<Vec<Round>, CatalogError> {
        let seatings = match spec.agents.len() {
            2 => exchanged(G::TEAMS),
            agents if agents == G::SEATS.len() => rotated(agents),
            agents => {
                let all = if G::SEATS.len() == 2 { String::new() } else { format!(" or {}", G::SEATS.len()) };
                return Err(CatalogError::Question(format!(
                    "a contest of {} is one of 2{all} agents, not {agents}",
                    G::ID
                )));
            }
        };
        let agents = spec.agents.iter().map(|agent| agent.parse()).collect::<Result<_, _>>()?;
        let contest = Contest { agents, seatings, ..self.empty_contest(spec)? };
        Ok(contest.play(first, count, workers, control)?)
    }

    fn lockstep(&self, spec: &LockstepSpec) -> Result<Box<dyn AnyLockstep>, CatalogError> {
        let rules = rules_of::<G>(&spec.batch.rules)?;
        let job = LockstepJob {
            starts: starts_of::<G>(&spec.batch.starts, rules)?,
            seats: spec.seats.clone(),
            temperatures: spec.temperatures.clone(),
            build: self.build,
            seed: spec.batch.seed,
            experiment: spec.batch.experiment,
            first: spec.batch.first,
            games: spec.batch.games,
            max_plies: spec.batch.max_plies,
            window: spec.window,
            slots: spec.slots,
        };
        Ok(Box::new(Lockstep::new(job)?))
    }

    fn self_play(
        &self,
        rules: &StartSpec,
        starts: &[String],
        options: SelfPlayOptions,
    ) -> Result<Box<dyn AnyPool>, CatalogError> {
        let starts = starts_of::<G>(starts, rules_of::<G>(rules)?)?;
        Ok(Box::new(SelfPlay::new(starts, options)?))
    }

    fn env(&self, spec: &EnvSpec) -> Result<Box<dyn AnyVectorEnv>, CatalogError> {
        vector::env::<G>(spec)
    }

    fn decode(
        &self,
        observation: &[u8],
        seat: &str,
        window: Window,
        spec: &StartSpec,
    ) -> Result<Box<dyn AnyLine>, CatalogError> {
        vector::decode::<G>(observation, seat, window, spec)
    }

    fn analyse(&self, line: &dyn AnyLine, agent: &str, seed: u64) -> Result<AnalysisText, CatalogError> {
        let rules = typed::<G>(line)?.position().rules();
        Seated::new((self.build)(&agent.parse()?, rules)?, seed).analyse(line)
    }

    fn player(&self, rules: &StartSpec, agent: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, CatalogError> {
        let player = (self.build)(&agent.parse()?, rules_of::<G>(rules)?)?;
        Ok(Box::new(Seated::new(player, seed)))
    }

    fn opening(&self, spec: &ContestSpec, index: u64) -> Result<(Box<dyn AnyLine>, u64, u32), CatalogError> {
        let (line, seed, plies) = self.empty_contest(spec)?.opening(index);
        Ok((erase(line), seed, plies))
    }

    fn roll(&self, line: &dyn AnyLine, dice: &mut Rng) -> Result<String, CatalogError> {
        let line = typed::<G>(line)?;
        if line.actor() != Actor::Chance {
            let actor = line.actor_word();
            return Err(CatalogError::Question(format!("the dice are not to be rolled here; it is {actor:?}")));
        }
        Ok(line.position().move_text(line.position().draw_chance(dice)))
    }

    fn mate(&self, line: &dyn AnyLine, spec: &MateSpec, stop: &AtomicBool) -> Result<SolutionText, CatalogError> {
        problems::mate(typed::<G>(line)?, spec, stop)
    }

    fn compose(
        &self,
        line: &dyn AnyLine,
        spec: &ComposeSpec,
        stop: &AtomicBool,
        drawn: &AtomicU64,
    ) -> Result<Vec<ComposedText>, CatalogError> {
        problems::compose(typed::<G>(line)?, spec, self.draw, stop, drawn)
    }

    fn simulate_recorded(
        &self,
        spec: &BatchSpec,
        workers: usize,
        control: &Control,
    ) -> Result<(Columns, Moves), CatalogError> {
        Ok(run_recorded(&self.job(spec)?, workers, control, Window::default())?)
    }

    fn restore(&self, rules: &StartSpec, start: &str, actions: &[u32]) -> Result<Box<dyn AnyLine>, CatalogError> {
        let start = G::parse(start, rules_of::<G>(rules)?)?;
        Ok(erase(restore(&start, actions, Window::default())?))
    }

    fn sample(
        &self,
        spec: &BatchSpec,
        games: Games<'_>,
        sampling: &Sampling,
        workers: usize,
        control: &Control,
    ) -> Result<Samples, CatalogError> {
        Ok(sample(&self.job(spec)?, games, sampling, workers, control)?)
    }

    fn td_options(&self) -> TdOptions {
        TdOptions::of::<G>()
    }

    fn train(
        &self,
        rules: &StartSpec,
        starts: &[String],
        options: TdOptions,
    ) -> Result<Box<dyn AnyTrainer>, CatalogError> {
        let starts = starts_of::<G>(starts, rules_of::<G>(rules)?)?;
        Ok(Box::new(Trainer::new(starts, options)?))
    }

    fn train_on(&self, path: &Path) -> Result<Box<dyn AnyTrainer>, CatalogError> {
        Ok(Box::new(Trainer::<G>::open(path)?))
    }
}
