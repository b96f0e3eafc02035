using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages.Replay;

/// <summary>
/// Which rejected rows may be loaded later, so that none is in the target twice, and none takes the place of a newer
/// one. The rows and their marks in the error table are one transaction: one that was killed has loaded nothing, or all
/// and marked it; run twice, it finds nothing more to do.
/// </summary>
public static class ReplayContract
{
    /// <summary>Why nothing that a package rejected can be loaded, as a sentence; null where it may be.</summary>
    public static string? Refusal(ObjectDefinition definition)
    {
        var again = "correct what it reads, or its columns, and load it again: "
            + $"`run -s {ShellWord.Selector(definition.FullName)}`";
        return definition.Scd is not null
                ? $"{definition.FullName} keeps versions by when their rows come: {again}."
            : !definition.IsLoad ? $"{definition.FullName} is of kind {definition.Kind}, which rejects no rows."
            : definition.InTurn is not null
                ? $"{definition.FullName} stands in the turns of a loop, whose values only a run knows: {again}."
            : !KindTable.Of(definition.Kind).IsReplayed
                ? $"{definition.FullName} is of kind {definition.Kind}, whose rows only a run of its own loads: "
                    + $"{again}."
            : definition.Target.Format is not null
                ? $"{definition.FullName} writes a file, and keeps what it rejects in another one: {again}."
            : definition.Load.Pattern.Value == LoadPattern.ReplaceRange
                ? $"{definition.FullName} replaces a range, which may have been replaced since by rows of another run: "
                    + $"{again} with the values of the run that rejected them."
            : LoadContract.IsComputed(definition)
                ? $"the server computes columns of {definition.FullName} from what its source returns, whose types are "
                    + $"not kept: {again}."
            : null;
    }

    /// <summary>What may be loaded of the attempts of a load, oldest first.</summary>
    public static IReadOnlyList<ReplayableAttempt> Of(ObjectDefinition definition, PastLoads past)
    {
        PastLoad[] all = [.. past.Attempts.OrderBy(one => one.Attempt)];
        return [.. all.Select((one, place) =>
        {
            var later = all[(place + 1)..];
            return new ReplayableAttempt(one.Attempt, one.Run, later.All(each => each.LeftNothing),
                NotLoaded(one) ?? LoadedAnew(definition, one, later))
            {
                IsReadAgain = later.Any(each =>
                    each is { IsLoaded: true, LeftNothing: false } && ReadsAgain(definition, one, each)),
            };
        })];
    }

    /// <summary>The load as it loads rejected rows: what replaces the whole table adds them instead.</summary>
    internal static ObjectDefinition Replaying(ObjectDefinition definition) => definition with
    {
        Watermark = null,
        Hooks = [],
        TypeMappings = [],
        Expect = new Expectations(),
        Errors = definition.Errors with
        {
            OnError = Setting<Policy>.Default(Policy.Redirect),
            MaxErrors = Setting<long>.Default(-1),
        },
        Load = definition.Load.For(LoadForms.Replay) with
        {
            Pattern = definition.Load.Pattern.Value.IsByKey() ? definition.Load.Pattern
                : Setting<LoadPattern>.Default(LoadPattern.Append),
        },
    };

    /// <summary>Whether a later load, once it has succeeded, has read the rows of an attempt again.</summary>
    private static bool ReadsAgain(ObjectDefinition definition, PastLoad one, PastLoad later) =>
        one is { IsLoaded: false, State: NodeState.Failed or NodeState.Cancelled }
        || definition.Load.Pattern.Value is LoadPattern.TruncateInsert or LoadPattern.DropAndReload
        || (definition.Load.Pattern.Value == LoadPattern.Append && later.IsFullRefresh);

    private static string? NotLoaded(PastLoad one) => one.IsLoaded ? null
        : one.State is NodeState.Failed or NodeState.Cancelled
            ? "the attempt did not succeed, so that the next load reads its rows again"
        : one.State is NodeState.Succeeded
            ? "what it loaded is not known to be on disk yet"
        : "nobody knows what became of the attempt: load the package again";

    private static string? LoadedAnew(ObjectDefinition definition, PastLoad one, PastLoad[] later)
    {
        var pattern = definition.Load.Pattern.Value;
        if (pattern is LoadPattern.TruncateInsert or LoadPattern.DropAndReload)
        {
            var isInPlace = definition.Load.Swap.Value == Swap.InPlace;
            return later.FirstOrDefault(each => isInPlace || !each.LeftNothing) is { } anew
                ? $"attempt {anew.Attempt} in run {anew.Run} has loaded the whole target since, and read the row again"
                : null;
        }

        if (pattern != LoadPattern.Append)
        {
            return null;
        }

        return later.FirstOrDefault(each => each is { IsFullRefresh: true, LeftNothing: false }) is { } refresh
            ? $"attempt {refresh.Attempt} in run {refresh.Run} has loaded everything anew since (--full-refresh)"
            : one.IsMovedSince
            ? "somebody has moved the watermark by hand since, so that a load may have read the row again"
            : null;
    }
}
