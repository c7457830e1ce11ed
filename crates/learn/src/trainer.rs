//! A run: batches of games, updates, the curve.

use crate::model::utility_slope;
use crate::optimiser::Optimiser;
use crate::selfplay::{Played, SelfPlayer};
use crate::{Checkpoint, Header, LearnError, Model, Net, TdOptions};
use fairyring_game::{Evaluate, Inputs, Rules, Text};
use fairyring_sim::Control;
use std::path::Path;
use std::sync::Mutex;

/// Columns of the curve before those of the weights, one number an update.
const COLUMNS: [&str; 5] = ["games", "plies", "decided", "score", "loss"];

/// Step of a net's inputs and hidden layers, as shares of the step of the terms.
const INPUT_STEP: f64 = 0.1;
const LAYER_STEP: f64 = 0.0005;

/// Most games whose seeds are counted.
const MAX_UPDATES: u64 = 1 << 40;

/// A run by temporal differences.
#[derive(Clone, Debug)]
pub struct Trainer<G: Evaluate> {
    starts: Vec<G>,
    options: TdOptions,
    optimiser: Optimiser,
    /// Sums of squared slopes of the terms over all samples, which give their usual effect.
    squares: Vec<f64>,
    /// The curve, one list a column.
    curve: Vec<Vec<f64>>,
    updates: u64,
}

/// A run with its game forgotten.
pub trait AnyTrainer: Send + Sync {
    /// Plays and learns until `updates` are done in all. When the control is cancelled, the batch in play is abandoned; the
    /// control counts games.
    ///
    /// # Errors
    /// [`LearnError::Threads`].
    fn advance(&mut self, updates: u64, workers: usize, control: &Control) -> Result<(), LearnError>;

    /// What the run is.
    fn header(&self) -> Header;

    /// The learned weights of the game's evaluation, by name: averages over the run.
    fn weights(&self) -> Vec<(&'static str, f64)>;

    /// The columns of the curve.
    fn curve(&self) -> Vec<(String, Vec<f64>)>;

    /// Writes the run's file.
    ///
    /// # Errors
    /// [`LearnError::Io`].
    fn save(&self, path: &Path) -> Result<(), LearnError>;
}

/// Number of inputs that a run uses.
fn inputs_of<G: Inputs>(options: &TdOptions) -> usize {
    if options.inputs { G::input_count() } else { 0 }
}

impl<G: Text + Evaluate + Inputs> Trainer<G> {
    /// A run that has not begun. `starts` are not empty and of the same rules; game `i` begins with number
    /// `i % starts.len()`.
    ///
    /// # Errors
    /// [`LearnError::Options`].
    pub fn new(starts: Vec<G>, options: TdOptions) -> Result<Self, LearnError> {
        options.check::<G>()?;
        if starts.is_empty() {
            return Err(LearnError::Options("a run needs a start position".to_owned()));
        }
        let begin = |weight: i32| if options.defaults { f64::from(weight) } else { 0.0 };
        let mut parameters: Vec<f64> = G::WEIGHTS.iter().map(|weight| begin(weight.default)).collect();
        parameters.extend(Net::begin(inputs_of::<G>(&options), options.hidden as usize, options.seed));
        Ok(Self {
            squares: vec![0.0; G::WEIGHTS.len()],
            curve: vec![Vec::new(); COLUMNS.len() + G::WEIGHTS.len()],
            optimiser: Optimiser::new(parameters),
            updates: 0,
            starts,
            options,
        })
    }

    /// The run of a file.
    ///
    /// # Errors
    /// [`LearnError`] says why the file does not hold a run of this game.
    pub fn open(path: &Path) -> Result<Self, LearnError> {
        let Checkpoint { header, numbers } = Checkpoint::read(path)?;
        let refuse = |reason: String| LearnError::File { path: path.display().to_string(), reason };
        check_game::<G>(&header, path)?;
        let mut rules = G::Rules::default();
        for (name, value) in &header.rules {
            rules.set(name, value).map_err(|error| refuse(error.to_string()))?;
        }
        let starts = header.starts.iter().map(|text| G::parse(text, rules)).collect::<Result<Vec<G>, _>>();
        let starts = starts.map_err(|error| refuse(error.to_string()))?;
        let mut trainer = Self::new(starts, header.options).map_err(|error| refuse(error.to_string()))?;
        if header.updates > MAX_UPDATES {
            return Err(refuse(format!("it claims {} updates", header.updates)));
        }
        let mut rest = numbers.as_slice();
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken.to_vec()
        };
        let count = header.parameters;
        trainer.optimiser =
            Optimiser { parameters: take(count), average: take(count), mean: take(count), square: take(count) };
        trainer.squares = take(header.weights.len());
        trainer.curve = header.columns.iter().map(|_| take(header.updates as usize)).collect();
        trainer.updates = header.updates;
        Ok(trainer)
    }

    /// A model by these parameters.
    fn model(&self, parameters: &[f64]) -> Model {
        model_of::<G>(&self.options, parameters)
    }

    /// The learned evaluation: the average over the run, later parameters weighing more.
    #[must_use]
    pub fn learned(&self) -> Model {
        self.model(&self.optimiser.average)
    }

    /// The games of the next batch, in order; nothing if they were cancelled.
    fn batch(&self, pool: &rayon::ThreadPool, control: &Control) -> Option<Vec<Played>> {
        let model = self.model(&self.optimiser.parameters);
        let count = u64::from(self.options.batch);
        let first = self.updates * count;
        let next = Mutex::new(0..count);
        let finished = Mutex::new(Vec::new());
        pool.broadcast(|_| {
            let mut player = SelfPlayer::<G>::new(&model, &self.options);
            while !control.is_cancelled() {
                let number = next.lock().expect("a worker that panics ends the run").next();
                let Some(number) = number else { break };
                let index = first + number;
                let start = &self.starts[(index % self.starts.len() as u64) as usize];
                let Some(played) = player.play(start, index, control) else { break };
                finished.lock().expect("as above").push((number, played));
                control.add(1);
            }
        });
        let mut finished = finished.into_inner().expect("as above");
        finished.sort_by_key(|&(number, _)| number);
        (finished.len() as u64 == count).then(|| finished.into_iter().map(|(_, played)| played).collect())
    }

    /// Moves the parameters by what a batch says.
    fn learn(&mut self, games: &[Played]) {
        let terms = G::WEIGHTS.len();
        let model = self.model(&self.optimiser.parameters);
        let mut gradient = vec![0.0; self.optimiser.parameters.len()];
        let (mut loss, mut count, mut seen) = (0.0, 0u32, 0u32);
        for sample in games.iter().flat_map(|game| &game.samples) {
            let error = sample.target - sample.value;
            loss += error * error;
            count += 1;
            if sample.slopes.is_empty() {
                continue;
            }
            seen += 1;
            for (i, &slope) in sample.slopes.iter().enumerate() {
                gradient[i] -= error * f64::from(slope);
                self.squares[i] += f64::from(slope) * f64::from(slope);
            }
            if !model.net().is_empty() {
                model.net().add_gradient(&sample.inputs[0], &sample.inputs[1], -error, &mut gradient[terms..]);
            }
        }
        self.updates += 1;
        let scale = 1.0 / f64::from(seen.max(1));
        gradient.iter_mut().for_each(|slope| *slope *= scale);
        let options = &self.options;
        let step = options.rate / (1.0 + self.updates as f64 / options.decay).sqrt();
        let total = f64::from(seen.max(1)) * self.updates as f64;
        let (learns, squares): (Vec<bool>, _) = (
            G::WEIGHTS.iter().map(|weight| options.terms.iter().any(|term| term == weight.name)).collect(),
            &self.squares,
        );
        let layer = if options.hidden == 0 { INPUT_STEP } else { LAYER_STEP };
        self.optimiser.update(self.updates, &gradient, |i| {
            if i >= terms {
                layer * step
            } else if learns[i] && squares[i] > 0.0 {
                // A term's usual effect is about the root of its mean square; rare terms may not run away.
                step / (squares[i] / total).sqrt().max(0.05)
            } else {
                0.0
            }
        });
        let games_played = games.len() as f64;
        let mean = |value: &dyn Fn(&Played) -> f64| games.iter().map(value).sum::<f64>() / games_played;
        let row = [
            self.updates as f64 * games_played,
            mean(&|game| f64::from(game.plies)),
            mean(&|game| f64::from(u8::from(game.utility != 0.0))),
            mean(&|game| f64::midpoint(game.utility, 1.0)),
            loss / f64::from(count.max(1)),
        ];
        let weights = &self.optimiser.average[..terms];
        for (column, value) in self.curve.iter_mut().zip(row.iter().chain(weights)) {
            column.push(*value);
        }
    }
}

/// The model of a run's options and parameters.
fn model_of<G: Evaluate + Inputs>(options: &TdOptions, parameters: &[f64]) -> Model {
    let (terms, rest) = parameters.split_at(G::WEIGHTS.len());
    Model::new(terms, Net::new(inputs_of::<G>(options), options.hidden as usize, rest))
}

/// The learned evaluation of a file of a run of this game, and its rules.
pub(crate) fn read_model<G: Evaluate + Inputs>(path: &Path) -> Result<(Model, Vec<(String, String)>), LearnError> {
    let Checkpoint { header, numbers } = Checkpoint::read(path)?;
    check_game::<G>(&header, path)?;
    let average = &numbers[header.parameters..2 * header.parameters];
    let squares = &numbers[4 * header.parameters..4 * header.parameters + header.weights.len()];
    Ok((model_of::<G>(&header.options, &in_units_of_defaults::<G>(&header.options, average, squares)), header.rules))
}

/// Parameters scaled so that the terms lie as near to the defaults as they can, by least squares of their usual effects.
///
/// Learning finds values on the scale of its players' results. Searches have margins in hundredths of a pawn, which mean
/// what they should on the scale of the defaults only. A game whose dice end games says what a sure win is worth, which
/// is the scale there. Weights that are percentages of others keep their values.
fn in_units_of_defaults<G: Evaluate + Inputs>(options: &TdOptions, parameters: &[f64], squares: &[f64]) -> Vec<f64> {
    let is_share = |i: usize| G::WEIGHTS[i].about.contains("percent");
    let (mut along, mut length) = (0.0, 0.0);
    for (i, weight) in G::WEIGHTS.iter().enumerate().filter(|&(i, _)| !is_share(i)) {
        along += squares[i] * parameters[i] * f64::from(weight.default);
        length += squares[i] * parameters[i] * parameters[i];
    }
    let scale = if G::CERTAIN < G::WIN {
        f64::from(G::CERTAIN) * utility_slope()
    } else if along > 0.0 && length > 0.0 {
        (along / length).clamp(0.1, 10.0)
    } else {
        1.0
    };
    let terms = G::WEIGHTS.len();
    // In a hidden layer the weights of the outputs alone carry the scale.
    let outputs = parameters.len() - options.hidden as usize;
    let is_scaled = |i: usize| if i < terms { !is_share(i) } else { options.hidden == 0 || i >= outputs };
    parameters.iter().enumerate().map(|(i, &value)| if is_scaled(i) { scale * value } else { value }).collect()
}

/// Whether a file belongs to this game as it is now, and has the shape that its options say.
fn check_game<G: Evaluate + Inputs>(header: &Header, path: &Path) -> Result<(), LearnError> {
    let refuse = |reason: String| Err(LearnError::File { path: path.display().to_string(), reason });
    if header.game != G::ID {
        return refuse(format!("it was learned for {}, not for {}", header.game, G::ID));
    }
    if header.rules_version != G::RULES_VERSION {
        let (theirs, ours) = (header.rules_version, G::RULES_VERSION);
        return refuse(format!(
            "it was learned for version {theirs} of the rules of {}; this is version {ours}",
            G::ID
        ));
    }
    let names: Vec<_> = G::WEIGHTS.iter().map(|weight| weight.name).collect();
    if header.weights != names {
        return refuse(format!(
            "its weights are {}; those of {} are {}",
            header.weights.join(", "),
            G::ID,
            names.join(", ")
        ));
    }
    if let Err(error) = header.options.check::<G>() {
        return refuse(error.to_string());
    }
    let inputs = inputs_of::<G>(&header.options);
    if header.inputs != inputs {
        return refuse(format!("it has {} inputs where {} has {inputs}", header.inputs, G::ID));
    }
    let expected = names.len() + Net::size(inputs, header.options.hidden as usize);
    if header.parameters != expected {
        return refuse(format!("it has {} parameters where its shape has {expected}", header.parameters));
    }
    let columns: Vec<_> = COLUMNS.iter().chain(&names).copied().collect();
    if header.columns != columns {
        return refuse("its curve has other columns than are written now".to_owned());
    }
    Ok(())
}

impl<G: Text + Evaluate + Inputs> AnyTrainer for Trainer<G> {
    fn advance(&mut self, updates: u64, workers: usize, control: &Control) -> Result<(), LearnError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(workers)
            .build()
            .map_err(|error| LearnError::Threads(error.to_string()))?;
        while self.updates < updates.min(MAX_UPDATES) {
            let Some(games) = self.batch(&pool, control) else { break };
            self.learn(&games);
        }
        Ok(())
    }

    fn header(&self) -> Header {
        let rules = self.starts[0].rules();
        Header {
            game: G::ID.to_owned(),
            rules_version: G::RULES_VERSION,
            rules: rules_in_words::<G>(rules),
            starts: self.starts.iter().map(|start| start.text(false)).collect(),
            options: self.options.clone(),
            weights: G::WEIGHTS.iter().map(|weight| weight.name.to_owned()).collect(),
            inputs: inputs_of::<G>(&self.options),
            updates: self.updates,
            columns: COLUMNS
                .iter()
                .copied()
                .chain(G::WEIGHTS.iter().map(|weight| weight.name))
                .map(str::to_owned)
                .collect(),
            parameters: self.optimiser.parameters.len(),
        }
    }

    fn weights(&self) -> Vec<(&'static str, f64)> {
        G::WEIGHTS.iter().map(|weight| weight.name).zip(self.optimiser.average.iter().copied()).collect()
    }

    fn curve(&self) -> Vec<(String, Vec<f64>)> {
        self.header().columns.into_iter().zip(self.curve.clone()).collect()
    }

    fn save(&self, path: &Path) -> Result<(), LearnError> {
        let Optimiser { parameters, average, mean, square } = &self.optimiser;
        let lists = [parameters, average, mean, square, &self.squares];
        let numbers = lists.into_iter().chain(&self.curve).flatten().copied().collect();
        Checkpoint { header: self.header(), numbers }.write(path)
    }
}

/// All options of rules with their values.
pub(crate) fn rules_in_words<G: fairyring_game::Game>(rules: G::Rules) -> Vec<(String, String)> {
    G::Rules::OPTIONS.iter().map(|option| (option.name.to_owned(), rules.get(option.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_value_on_the_scale_of_the_defaults() {
        type Wari = fairyring_wari::Position;
        // The defaults are 100, 50 and 10: a tenth of them, an input, and a layer of two inputs, biases and outputs.
        let options = TdOptions { hidden: 0, ..TdOptions::of::<Wari>() };
        let scaled = in_units_of_defaults::<Wari>(&options, &[10.0, 5.0, 1.0, 2.0], &[1.0, 4.0, 2.0]);
        assert_eq!(scaled, [100.0, 50.0, 10.0, 20.0]);
        let layer = TdOptions { hidden: 1, ..options };
        let scaled = in_units_of_defaults::<Wari>(&layer, &[10.0, 5.0, 1.0, 2.0, 3.0, 4.0], &[1.0, 4.0, 2.0]);
        assert_eq!(scaled, [100.0, 50.0, 10.0, 2.0, 3.0, 40.0]);
        // Nothing learned: nothing to go by.
        assert_eq!(in_units_of_defaults::<Wari>(&layer, &[0.0; 6], &[1.0; 3]), [0.0; 6]);
    }
}
