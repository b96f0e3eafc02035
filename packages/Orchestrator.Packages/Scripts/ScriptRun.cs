using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;
using Orchestrator.Plugins;

namespace Orchestrator.Packages.Scripts;

/// <summary>One attempt of a class: from the moment that it is made to its return.</summary>
internal sealed class ScriptRun
{
    private readonly PackageContext _context;
    private readonly HiddenValues _hidden;
    private bool _hasBegun;

    /// <summary>Makes one.</summary>
    /// <param name="context">What it is given; what its class says loses the sensitive values that it is given.</param>
    public ScriptRun(PackageContext context)
    {
        _hidden = new HiddenValues(context);
        _context = _hidden.Given;
    }

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            _context.Cancellation.ThrowIfCancellationRequested();
            using var host = new ScriptHost(_context);
            Work(host);
            return new PackageResult { Outcome = NodeState.Succeeded, Sets = host.Sets };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Asked(Shown(fault));
        }
    }

    private void Work(ScriptHost host)
    {
        var plugin = _context.Object.Plugin!;
        FlowBuilding.RefuseUnallowed(_context, plugin);
        _context.Fence.Pass();
        try
        {
            var type = PluginAssemblies.Find(plugin, _context.Solution.Folder, typeof(ScriptTask));
            // Where it is made, its code is at work already.
            _hasBegun = true;
            var task = (ScriptTask)Activator.CreateInstance(type)!;
            using var closed = task as IDisposable;
            var options = PluginOptions.Read(plugin, task.OptionsType);
            CrashPoint.Around("script.run", () => task.RunWith(options, host));
        }
        catch (Exception fault) when (fault is not PackageRefusedException)
        {
            throw host.Refusal ?? FlowBuilding.Failed(_context, CauseOf(fault), "its work", "script");
        }

        // Whoever returns because it shall stop has not said that its work is done, whatever it has set by then.
        _context.Cancellation.ThrowIfCancellationRequested();
        host.End();
    }

    private Exception CauseOf(Exception fault)
    {
        var cause = FlowBuilding.CauseOf(fault);
        // What a task of the class's own says of a stop, it says as one of several.
        Exception[] all = cause is AggregateException several ? [.. several.Flatten().InnerExceptions] : [cause];
        if (_context.Cancellation.IsCancellationRequested)
        {
            return all.Any(each => each is OperationCanceledException)
                ? new OperationCanceledException(_context.Cancellation) : cause;
        }

        // Nobody has asked it to stop: that is a time-out of the class's own, as of an HttpClient.
        return all is [OperationCanceledException own] ? new TimeoutException(own.Message, own) : cause;
    }

    private PackageResult Shown(Exception fault)
    {
        var isSensitive = QuotedWords.AnyIsSensitive(_context.Solution);
        var result = Faults.Result(fault, "script", "", _context.Cancellation);
        var error = QuotedWords.Shown(result.Error, fault, isSensitive);
        // What a class was told of files and stops is not of our making, and may quote what it has met.
        return _hidden.OutOf(result with
        {
            Error = fault is IOException or UnauthorizedAccessException or OperationCanceledException
                ? error is null ? null : error with { Message = QuotedWords.Shown(error.Message, isSensitive) }
                : error,
        });
    }

    // What has begun may have done a part of its work, and only its author knows if that may be done again.
    private PackageResult Asked(PackageResult result) =>
        _hasBegun && !_context.Object.Idempotent && result.Error is { Class: ErrorClass.Transient } error
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
