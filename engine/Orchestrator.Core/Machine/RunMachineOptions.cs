using System.Collections.ObjectModel;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>What a run machine is told beside the plan.</summary>
public sealed record RunMachineOptions
{
    /// <summary>Why a package is Done that was not among <see cref="Selected"/>.</summary>
    public const string NotSelected = "not selected";

    /// <summary>Whether a package is Done for that, in this run or in the one that it continues.</summary>
    public static bool IsNotSelected(string why) => why.StartsWith(NotSelected, StringComparison.Ordinal);

    /// <summary>Whether a package is Done for that in this run: what it continues had more to say of it.</summary>
    public static bool IsLeftOut(string why) => why == NotSelected;

    /// <summary>The gate, resolved: packages at work in the whole run, 1 or more; see <see cref="Gate"/>.</summary>
    public required int Slots { get; init; }

    /// <summary>`--fail-fast`: the run is handled as <see cref="FailureHandling.Stop"/>; default false.</summary>
    public bool FailFast { get; init; }

    /// <summary>
    /// Indices of the selected packages; what is not among them is Done from the start and counts as satisfied.
    /// Null (the default) = all.
    /// </summary>
    public IReadOnlySet<int>? Selected { get; init; }

    /// <summary>
    /// Packages that an earlier run has done, by their index, with what is recorded of them: they are Done from the
    /// start and count as satisfied. What stands for what is in turns of loops is done in the turns of then, whether or
    /// not it is <see cref="Selected"/>; <see cref="DoneByName"/> has these. Default none.
    /// </summary>
    public IReadOnlyDictionary<int, string> Done { get; init; } = new Dictionary<int, string>();

    /// <summary>
    /// Indices into <see cref="Plan.Relaxed"/> of the databases that really are relaxed. On all others a commit is on
    /// disk when it returns, so that nothing waits for a flush. Null (the default) = none.
    /// </summary>
    public IReadOnlySet<int>? Relaxed { get; init; }

    /// <summary>Median durations of past successes; default none known.</summary>
    public ExpectedDurations Expected { get; init; } = ExpectedDurations.None;

    /// <summary>
    /// What packages that are Done have set in an earlier run, by package and variable: whoever reads it sees what was
    /// seen then. Default none.
    /// </summary>
    public IReadOnlyDictionary<(int Node, int Variable), RunValue> Values { get; init; } =
        ReadOnlyDictionary<(int Node, int Variable), RunValue>.Empty;

    /// <summary>
    /// Packages in turns of loops that an earlier run has done, by their names: they are Done where their turns are
    /// given the values of then. Default none.
    /// </summary>
    public IReadOnlyDictionary<string, PastTurn> DoneByName { get; init; } =
        ReadOnlyDictionary<string, PastTurn>.Empty;

    /// <summary>
    /// By the names of loops, the turns that they had in the runs that this one continues: the same rows have the same
    /// keys again. Of rows that are equal in all values those come first that ended well. Default none.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<TurnThen>> TurnsThen { get; init; } =
        ReadOnlyDictionary<string, IReadOnlyList<TurnThen>>.Empty;

    /// <summary>
    /// Of packages among <see cref="Selected"/> that stand for what is in the turns of a loop: the keys of the turns
    /// that are meant, as <see cref="TurnSelection"/> reads them. In another turn they are Done from the start, as what
    /// is not selected. Default: all turns are meant.
    /// </summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>> SelectedTurns { get; init; } =
        ReadOnlyDictionary<int, IReadOnlyList<string>>.Empty;

    /// <summary>
    /// The same of the runs that this one continues, but for what <see cref="SelectedTurns"/> says of. Default: all
    /// turns are meant.
    /// </summary>
    public IReadOnlyDictionary<int, AskedTurns> AskedTurns { get; init; } = ReadOnlyDictionary<int, AskedTurns>.Empty;

    /// <summary>What is known of packages that are Done, by their index. Default nothing.</summary>
    public IReadOnlyDictionary<int, AttemptFacts> Facts { get; init; } =
        ReadOnlyDictionary<int, AttemptFacts>.Empty;

    /// <summary>
    /// What conditions read that is known before the run, as they write it: `${var:Env}`, `${run:asOf}`. Default
    /// nothing.
    /// </summary>
    public IReadOnlyDictionary<string, GivenValue> Known { get; init; } =
        ReadOnlyDictionary<string, GivenValue>.Empty;

    /// <summary>
    /// Handlers with what they watch that has failed in an earlier run without their having run to a good end since:
    /// there the failure counts as if it was one of this run. Default none.
    /// </summary>
    public IReadOnlySet<(int Handler, int Subject)> PastFailures { get; init; } = new HashSet<(int, int)>();

    /// <summary>The same of handlers in turns of loops, by the names of both. Default none.</summary>
    public IReadOnlySet<(string Handler, string Subject)> PastFailuresInTurns { get; init; } =
        new HashSet<(string, string)>();
}
