using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What a package says: every value that its kind or the run machine acts upon.</summary>
internal static class PackageProperties
{
    public static IReadOnlyList<PlanProperty> Of(
        ObjectDefinition definition, Connection? source, Connection? target)
    {
        var list = new PropertyList();
        list.Add("kind", definition.Kind, definition.At);
        list.Add("container", definition.Container, definition.At);
        if (definition.Instance is { } instance)
        {
            list.Add("forEach", GroupProperties.Given(instance.Values), definition.At);
        }

        list.Add("inheritedFrom", definition.InheritedFrom, definition.At);
        if (definition.EnabledWhen is { } when)
        {
            list.Add("enabled", when, definition.At);
        }
        else
        {
            list.Add("enabled", definition.Enabled, definition.At, true);
        }

        ConditionKeys.Tell(list, ConditionKeys.When, definition.When);
        list.Add("ownThread", definition.OwnThread, definition.At, false);
        list.AddList("tags", definition.Tags.Distinct().Order(StringComparer.Ordinal), definition.At);
        if (definition.Source is { } reads)
        {
            SourceKeys.Tell(list, new WrittenSource(reads, source, definition.At));
        }

        var kind = KindTable.Of(definition.Kind);
        if (kind.Target != TargetUse.None)
        {
            list.Add(TargetKeys.PlanKey(TargetKeys.Connection.Name), definition.Target.Connection, definition.At);
            TargetKeys.Section.Tell(list, new WrittenTarget(definition.Target, target, definition.At));
        }

        DependencyKeys.Tell(list, definition);
        list.Add("sql", definition.Sql);
        list.Add(ValueKeys.SqlFrom.Name, definition.SqlFrom, definition.At);
        if (definition.Procedure is { } call)
        {
            CallKeys.Section.Tell(list, call);
        }

        AddSets(list, definition.Sets, kind);

        if (definition.DeclaredFacts is { } facts)
        {
            FactKeys.Section.Tell(list, facts);
        }

        // What must hold is told with the statements, what says how to load behind the watermark.
        if (kind.IsCheck)
        {
            kind.Own?.Invoke().Tell(list, definition.Own);
        }

        if (definition.Process is { } process)
        {
            ProcessKeys.Section.Tell(list, process);
        }

        if (definition.Http is { } http)
        {
            HttpKeys.Section.Tell(list, http);
        }

        if (definition.FileTask is { } files)
        {
            FileTaskKeys.Section.Tell(list, files);
            FileTaskKeys.TellListed(list, files);
        }

        AddPlugin(list, definition.Plugin);
        AddTransfer(list, definition.Transfer);
        if (definition.Idempotent || kind.Keys.Contains(KindTable.IdempotentKey))
        {
            list.Add(KindTable.IdempotentKey, definition.Idempotent, definition.At, kind.IsIdempotent);
        }

        AddWatermark(list, definition.Watermark);
        if (!kind.IsCheck)
        {
            kind.Own?.Invoke().Tell(list, definition.Own);
        }

        AddOptions(list, definition, kind);
        ExpectKeys.Section.Tell(list, definition.Expect);
        HookProperties.Add(list, definition);
        ColumnProperties.Add(list, definition);
        return list.Properties;
    }

    // A class, a program and an expression have no result that could be without a row.
    private static void AddSets(PropertyList list, ValueSets? sets, PackageKind kind)
    {
        if (sets is not null && (kind.Reckons || kind.Keys.Contains(KindTable.PluginKey)
            || kind.Keys.Contains(ProcessKeys.Section.Name)))
        {
            ValueKeys.Sets.Tell(list, sets);
        }
        else if (sets is not null)
        {
            ValueKeys.Section.Tell(list, sets);
        }
    }

    private static void AddPlugin(PropertyList list, Plugin? plugin)
    {
        if (plugin is not null)
        {
            PluginKeys.Section.Tell(list, plugin);
            foreach (var option in plugin.Options)
            {
                list.Add($"options.{option.Name}", option.Written, option.At);
            }
        }
    }

    private static void AddTransfer(PropertyList list, TransferOptions? transfer)
    {
        if (transfer is not null)
        {
            TransferKeys.Section.Tell(list, transfer);
        }

        if (transfer?.Server is { } server)
        {
            FileServerKeys.Section.Tell(list.Under($"{TransferKeys.Section.Path}."), server);
        }
    }

    private static void AddWatermark(PropertyList list, Watermark? watermark)
    {
        if (watermark is not null)
        {
            WatermarkKeys.Section.Tell(list.Under($"watermarks.{watermark.Name}."), watermark);
        }
    }

    private static void AddOptions(PropertyList list, ObjectDefinition definition, PackageKind kind)
    {
        foreach (var key in LoadKeys.Section.InPlans
            .Where(key => !kind.ChangesTargetItself || key != LoadKeys.Pattern))
        {
            key.Tell(list, definition.Load);
        }

        ErrorKeys.Section.Tell(list, definition.Errors);
        ColumnProperties.AddPolicies(list, definition.Policies, new Policies());
        RetryKeys.Tell(list, definition.Retry);
        list.Add("packageTimeout", definition.PackageTimeout.Value, definition.PackageTimeout.At);
    }
}
