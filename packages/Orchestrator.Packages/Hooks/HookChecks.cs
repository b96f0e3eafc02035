using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Sql;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Hooks;

/// <summary>What is wrong with the hooks of an object, found in the metadata alone.</summary>
internal static class HookChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
        definition.Hooks.SelectMany(hook => (IEnumerable<Diagnostic>)
        [
            .. SqlChecks.Of(HookedRun.PackageOf(definition, hook), solution),
            .. hook.Transaction == HookTransaction.Load && Refusal(definition, hook) is { } why
                ? [NameChecks.Error("ORC1330", hook.At, $"The hook '{hook.Name}' cannot be part of the load: {why}.",
                    "Write `transaction: own`, or correct what stands in the way.")]
                : Array.Empty<Diagnostic>(),
        ]);

    private static string? Refusal(ObjectDefinition definition, Hook hook) =>
        !definition.IsLoad ? $"an object of kind {definition.Kind} publishes no rows"
        : hook.Connection != definition.Target.Connection
            ? $"it runs on '{hook.Connection}', and the rows go to '{definition.Target.Connection}'"
        : hook.Outcome != Outcome.Success ? "a transaction that fails is taken back, and the hook with it"
        : definition.Load is { CommitRows.Value: > 0, Swap.Value: Swap.InPlace }
            ? "`commitRows` makes several transactions of it"
        : null;
}
