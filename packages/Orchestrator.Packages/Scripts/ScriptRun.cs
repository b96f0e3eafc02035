using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;
using Orchestrator.Plugins;

namespace Orchestrator.Packages.Scripts;

/// <summary>One attempt of a class: from the moment that it is made to its return.</summary>
internal sealed class ScriptRun(PackageContext context)
{
    private bool _hasBegun;

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            using var host = new ScriptHost(context);
            Work(host);
            // Whoever returns because it shall stop has not said that its work is done.
            context.Cancellation.ThrowIfCancellationRequested();
            return new PackageResult { Outcome = NodeState.Succeeded, Sets = host.Sets };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Asked(Shown(fault));
        }
    }

    private void Work(ScriptHost host)
    {
        var plugin = context.Object.Plugin!;
        FlowBuilding.RefuseUnallowed(context, plugin);
        context.Fence.Pass();
        try
        {
            var task = FlowBuilding.Made<ScriptTask>(context, plugin);
            var options = PluginOptions.Read(plugin, task.OptionsType);
            _hasBegun = true;
            CrashPoint.Around("script.run", () => task.RunWith(options, host));
        }
        catch (Exception fault) when (fault is not PackageRefusedException)
        {
            throw host.Refusal ?? FlowBuilding.Failed(context, CauseOf(fault), "its work", "script");
        }

        host.End();
    }

    // What a task of the class's own says of a stop, it says as one of several.
    private Exception CauseOf(Exception fault) => context.Cancellation.IsCancellationRequested
        && fault is AggregateException several
        && several.Flatten().InnerExceptions.Any(each => each is OperationCanceledException)
            ? new OperationCanceledException(context.Cancellation) : FlowBuilding.CauseOf(fault);

    private PackageResult Shown(Exception fault)
    {
        var isSensitive = QuotedWords.AnyIsSensitive(context.Solution);
        var result = Faults.Result(fault, "script", "", context.Cancellation);
        var error = QuotedWords.Shown(result.Error, fault, isSensitive);
        // What a class was told of files and stops is not of our making, and may quote what it has met.
        return result with
        {
            Error = fault is IOException or UnauthorizedAccessException or OperationCanceledException
                ? error is null ? null : error with { Message = QuotedWords.Shown(error.Message, isSensitive) }
                : error,
        };
    }

    // What has begun may have done a part of its work, and only its author knows if that may be done again.
    private PackageResult Asked(PackageResult result) =>
        _hasBegun && !context.Object.Idempotent && result.Error is { Class: ErrorClass.Transient } error
            ? result with
            {
                Error = error with
                {
                    Class = ErrorClass.Data,
                    Message = $"{error.Message} It is not tried again by itself, as it is not declared "
                        + "`idempotent: true`.",
                },
            }
            : result;
}
