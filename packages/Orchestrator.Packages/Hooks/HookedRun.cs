using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Idempotency;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Packages.Hooks;

/// <summary>One attempt of a package with hooks that have transactions of their own.</summary>
internal sealed class HookedRun(IPackageKind inner, HookKind kind, PackageContext context)
{
    private readonly List<string> _times = [];

    /// <summary>The hooks of an object that run apart from its load.</summary>
    public static IEnumerable<Hook> Of(ObjectDefinition definition, HookTime when) => definition.Hooks
        .Where(hook => hook.When == when && hook.Transaction == HookTransaction.Own);

    /// <summary>A hook in the place of its object, so that a database file is found as for that.</summary>
    public static ObjectDefinition PackageOf(ObjectDefinition definition, Hook hook) =>
        hook.AsPackage(definition.Name, definition.Project, definition.Container) with
        {
            Instance = definition.Instance,
            Facts = [.. definition.DeclaredFacts?.Each ?? [], .. hook.Facts],
        };

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        var result = Before() ?? inner.Run(context);
        if (result.Outcome != NodeState.Cancelled)
        {
            result = After(result);
        }

        var told = _times.Count == 0 ? "" : $"hooks: {string.Join(", ", _times)}";
        if (result.LoadPath.Length == 0 && context.Object.IsLoad)
        {
            // Without a path nothing was loaded, whatever hooks ran: what attempts before it left does not count yet.
            context.Message(told);
            return result;
        }

        return result with { LoadPath = string.Join("; ", new[] { result.LoadPath, told }.Where(t => t.Length > 0)) };
    }

    /// <summary>Why work that is done must not be done again, as sentences.</summary>
    private string DoneAndNotAgain(string hook, bool isStopped) => LoadContract.AddsAgain(context.Object)
        ? "The rows of the load are in the target, and Append would add them once more, so that it is not tried again: "
            + (isStopped ? "" : "correct the hook, and ")
            + "take them out before the next run, or give the load RowAuditId."
        : "What the package does is done, and it is not declared `idempotent: true`, so that it is not tried again: "
            + (isStopped ? $"do what '{hook}' does, and count the package as done." : "correct the hook.");

    /// <summary>The first that does not succeed; null where all do.</summary>
    private PackageResult? Before() => Of(context.Object, HookTime.Before)
        .Select(hook => Run(hook, failed: null))
        .FirstOrDefault(result => result.Outcome != NodeState.Succeeded);

    private PackageResult After(PackageResult result)
    {
        var outcome = result.Outcome;
        foreach (var hook in Of(context.Object, HookTime.After).Where(hook => IsMeant(hook, outcome)))
        {
            var after = context.Cancellation.IsCancellationRequested
                ? new PackageResult { Outcome = NodeState.Cancelled }
                : Run(hook, result.Error);
            result = after.Outcome == NodeState.Succeeded ? result
                : result.Outcome == NodeState.Succeeded ? Undone(result, after, hook)
                : result with { Error = Both(result.Error, after.Error) };
        }

        return result;
    }

    /// <summary>The attempt does not count: what it read is new to the next one, and stays where it is.</summary>
    private PackageResult Undone(PackageResult result, PackageResult after, Hook hook) =>
        IdempotencyContract.RunsOnce(context.Object)
            ? Undone(result, NodeState.Failed, DoneAlready(after.Error, hook), after.Outcome)
            : Undone(result, after.Outcome, after.Error, after.Outcome);

    private static PackageResult Undone(
        PackageResult result, NodeState outcome, PackageError? error, NodeState ofHook) => result with
        {
            Outcome = outcome,
            Error = error,
            Files = ofHook == NodeState.Failed
                ? [.. result.Files.Where(file => file.Outcome == FileOutcome.Loaded)
                    .Select(file => file with { Outcome = FileOutcome.Failed, Move = FileMove.None })]
                : [],
        };

    // Also where it was stopped: who is only Cancelled was taken back, and runs again.
    private PackageError DoneAlready(PackageError? error, Hook hook)
    {
        var failure = error ?? new PackageError
        {
            Code = "ORC3490",
            Class = ErrorClass.OutcomeUnknown,
            Phase = "hook",
            Connection = hook.Connection,
            Message = $"The hook '{hook.Name}' did not come to its end, as the package was asked to stop.",
        };
        return failure with
        {
            Class = ErrorClass.OutcomeUnknown,
            Message = $"{failure.Message} {DoneAndNotAgain(hook.Name, isStopped: error is null)}",
        };
    }

    // What it says may end up in a table before the run has looked through it.
    private AttemptFacts FactsOf(PackageError failed) => new(
        ErrorCode: failed.Code, ErrorText: context.Redact(failed.Message).Text, ErrorClass: failed.Class,
        Attempt: context.AttemptId)
    {
        Package = context.Object.FullName,
    };

    private static bool IsMeant(Hook hook, NodeState outcome) => hook.Outcome == Outcome.Completion
        || hook.Outcome == Outcome.Success == (outcome == NodeState.Succeeded);

    /// <summary>The first failure is the one to show; that of the hook goes with it.</summary>
    private static PackageError? Both(PackageError? first, PackageError? second) => first is null ? second
        : second is null ? first
        : first with { Message = $"{first.Message} And then: {second.Message}" };

    private PackageResult Run(Hook hook, PackageError? failed)
    {
        var begun = context.Time.GetTimestamp();
        var isElsewhere = hook.Connection != context.Object.Target.Connection;
        var its = context with
        {
            Object = PackageOf(context.Object, hook),
            Progress = (_, _) => { },
            Facts = fact => !fact.IsOfFailure ? context.Facts(fact) : failed is null ? null : fact.Of(FactsOf(failed)),
            // The marker stands for the whole attempt, and a hook may write another database.
            Mark = null,
            IsRelaxed = context.IsRelaxed && !isElsewhere,
        };
        // What the package writes itself is watched with it; some kinds write nothing.
        var result = isElsewhere || (!context.Object.WritesTarget && !its.IsRelaxed)
            ? WatchedRun.Run(its, kind.Run, isMarked: false)
            : kind.Run(its);
        var seconds = context.Time.GetElapsedTime(begun).TotalSeconds;
        _times.Add(string.Create(CultureInfo.InvariantCulture, $"{hook.Name} {seconds:F1} s"));
        return result;
    }
}
