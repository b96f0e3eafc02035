using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the hooks of what was written under one `hooks`.</summary>
/// <param name="context">The load.</param>
/// <param name="connections">The connections.</param>
/// <param name="conditions">Reads what hooks are asked under.</param>
/// <param name="target">The connection of a hook that names none; null = each must name one.</param>
internal sealed class HookBuilder(
    LoadContext context, IReadOnlyList<Connection> connections, ConditionBuilder conditions, string? target)
{
    /// <summary>The hooks of a map, with what came down to it; empty where it has none.</summary>
    public IReadOnlyList<Hook> Build(YamlMap? map, Cascade cascade)
    {
        var written = (map?.Items("hooks") ?? []).OfType<YamlMap>()
            .Where(hook => hook.Scalar("hook") is not null && hook.Refused.Count == 0).ToList();
        DeclaredNames.Duplicates(context, "hook", written.Select(Named));
        return [.. written.DistinctBy(hook => hook.Text("hook"))
            .Select(hook => One(hook, cascade)).OfType<Hook>()];
    }

    private static Draft Named(YamlMap hook) =>
        new(hook.Text("hook")!, hook, hook.Scalar("hook")!.At, hook.Scalar("hook")!.Length);

    private Hook? One(YamlMap map, Cascade cascade)
    {
        var name = map.Scalar("hook")!;
        Check(map, name);
        var sql = SqlTexts.Of(context, map, HookKeys.Sql.Name);
        var connection = map.Text(HookKeys.Connection.Name) ?? target;
        if (sql is null || connection is null)
        {
            return null;
        }

        var hook = new Hook
        {
            Name = name.Text,
            Sql = sql,
            Connection = connection,
            Condition = conditions.Read(map.Scalar(ConditionKeys.OfHook)),
            Retry = cascade.Retry(),
            PackageTimeout = cascade.PackageTimeout(),
            Facts = FactTexts.InSql(sql.Text, sql.At),
            At = name.At,
        };
        hook = HookKeys.Section.Read(hook, map);
        if (hook.Outcome != Outcome.Failure && hook.Facts.FirstOrDefault(one => one.Fact.IsOfFailure) is { } read)
        {
            context.Bag.Error("ORC3606", read.At,
                $"the hook '{name.Text}' reads @{read.Parameter}, and is no handler of a failure",
                "only hooks with when: after and outcome: Failure know one");
        }

        return hook;
    }

    private void Check(YamlMap map, YamlScalar name)
    {
        if (map["sql"] is null == map["script"] is null)
        {
            context.Bag.Error("ORC1041", name.At, map["sql"] is null
                ? $"the hook '{name.Text}' has no statement" : $"'sql' and 'script' stand in the hook '{name.Text}'",
                "write 'sql:' with the text, or 'script:' with a file");
        }

        if (map.Text("when") == "before" && map.Entry("outcome") is { } outcome)
        {
            context.Bag.Error("ORC1038", outcome.Key.At,
                "'outcome' does nothing with 'when: before': nothing has ended by then",
                "leave it out, or write when: after", new Fix(outcome.Key.At, 0, "# "));
        }

        Connection(map, name);
    }

    private void Connection(YamlMap map, YamlScalar name)
    {
        var written = map.Scalar("connection");
        var known = connections.FirstOrDefault(one => one.Name == (written?.Text ?? target));
        if (written is null && target is null)
        {
            context.Bag.Error("ORC1014", name.At, $"the hook '{name.Text}' needs the key 'connection'",
                "connection: where its statements run; a batch has no target of its own");
        }
        else if (known is null && written is not null)
        {
            context.UnknownName("ORC1021", "connection", written, connections.Select(one => one.Name));
        }
        else if (known is { IsFolder: true })
        {
            context.Bag.Error("ORC1038", written?.At ?? name.At,
                $"the hook '{name.Text}' cannot run on '{known.Name}', which is a folder of files",
                "name a database");
        }
    }
}
