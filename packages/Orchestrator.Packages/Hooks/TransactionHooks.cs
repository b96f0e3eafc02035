using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Sql;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Hooks;

/// <summary>The hooks of a load that run in the transaction in which it is published.</summary>
internal sealed class TransactionHooks(PackageContext context)
{
    /// <summary>Runs those of one side in order.</summary>
    /// <exception cref="PackageRefusedException">One fails; the message names it.</exception>
    public void Run(IDatabase database, HookTime when)
    {
        foreach (var hook in Of(context.Object, when))
        {
            CrashPoint.Around("hook.inside", () => Run(database, hook));
        }
    }

    /// <summary>The hooks of an object that are part of its load.</summary>
    public static IEnumerable<Hook> Of(ObjectDefinition definition, HookTime when) => definition.Hooks
        .Where(hook => hook.When == when && hook.Transaction == HookTransaction.Load);

    /// <summary>Whether an object has any.</summary>
    public static bool AreIn(ObjectDefinition definition) =>
        definition.Hooks.Any(hook => hook.Transaction == HookTransaction.Load);

    private void Run(IDatabase database, Hook hook)
    {
        var script = new SqlTextRun(hook.Sql, context);
        try
        {
            script.Run(database, _ => { });
        }
        catch (Exception fault) when (Faults.IsExpected(fault)
            && Platforms.Explain(fault)?.Fault is not { IsConnectionLost: true })
        {
            var result = Faults.Result(fault, "hook", hook.Connection, context.Cancellation);
            var shown = QuotedWords.Shown(result.Error, fault, QuotedWords.AnyIsSensitive(context.Solution));
            if (HookFailure.Named(hook.Name, script.Place(shown)) is { } error)
            {
                throw new PackageRefusedException(error);
            }

            throw;
        }
    }
}
