using System.Globalization;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Hooks;

/// <summary>One attempt of a package with hooks that have transactions of their own.</summary>
internal sealed class HookedRun(IPackageKind inner, HookKind kind, PackageContext context)
{
    private readonly List<string> times = [];

    /// <summary>The hooks of an object that run apart from its load.</summary>
    public static IEnumerable<Hook> Of(ObjectDefinition definition, HookTime when) => definition.Hooks
        .Where(hook => hook.When == when && hook.Transaction == HookTransaction.Own);

    /// <summary>A hook in the place of its object, so that a database file is found as for that.</summary>
    public static ObjectDefinition PackageOf(ObjectDefinition definition, Hook hook) =>
        hook.AsPackage(definition.Name, definition.Project, definition.Container) with
        {
            Instance = definition.Instance,
        };

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        var result = Before() ?? inner.Run(context);
        if (result.Outcome != NodeState.Cancelled && !context.Cancellation.IsCancellationRequested)
        {
            result = After(result);
        }

        var told = times.Count == 0 ? "" : $"hooks: {string.Join(", ", times)}";
        return result with { LoadPath = string.Join("; ", new[] { result.LoadPath, told }.Where(t => t.Length > 0)) };
    }

    /// <summary>The first that does not succeed; null where all do.</summary>
    private PackageResult? Before() => Of(context.Object, HookTime.Before).Select(Run)
        .FirstOrDefault(result => result.Outcome != NodeState.Succeeded);

    private PackageResult After(PackageResult result)
    {
        var outcome = result.Outcome;
        foreach (var hook in Of(context.Object, HookTime.After).Where(hook => IsMeant(hook, outcome)))
        {
            var after = Run(hook);
            result = after.Outcome == NodeState.Succeeded ? result
                : result.Outcome == NodeState.Succeeded ? result with { Outcome = after.Outcome, Error = after.Error }
                : result with { Error = Both(result.Error, after.Error) };
        }

        return result;
    }

    private static bool IsMeant(Hook hook, NodeState outcome) => hook.Outcome == Outcome.Completion
        || hook.Outcome == Outcome.Success == (outcome == NodeState.Succeeded);

    /// <summary>The first failure is the one to show; that of the hook goes with it.</summary>
    private static PackageError? Both(PackageError? first, PackageError? second) => first is null ? second
        : second is null ? first
        : first with { Message = $"{first.Message} And then: {second.Message}" };

    private PackageResult Run(Hook hook)
    {
        var begun = context.Time.GetTimestamp();
        var result = kind.Run(context with { Object = PackageOf(context.Object, hook), Progress = (_, _) => { } });
        var seconds = context.Time.GetElapsedTime(begun).TotalSeconds;
        times.Add(string.Create(CultureInfo.InvariantCulture, $"{hook.Name} {seconds:F1} s"));
        return result;
    }
}
