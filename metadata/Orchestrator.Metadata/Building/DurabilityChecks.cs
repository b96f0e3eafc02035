using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Where delayed durability would put at risk what cannot be loaded again, or cannot do what it
/// says.</summary>
internal static class DurabilityChecks
{
    /// <summary>A connection as it would be in one environment.</summary>
    public static void Check(LoadContext context, Drafts drafts, string name, YamlMap map, PlatformFacts platform)
    {
        if (platform.Scopes.Count == 0 || map.Map("delayedDurability") is not { } written)
        {
            return;
        }

        Mode(context, name, map.Entry("delayedDurability")!, written);
        Scope(context, written, platform);
        Through(context, drafts, name, written, platform);
        if (written.Text("mode") == "forced")
        {
            Reloadable(context, drafts, name, map, written.Scalar("mode")!);
        }
    }

    /// <summary>
    /// A hook of an object writes beside the package; its commits are waited for only on the connection of the target,
    /// and behind a check or a program nobody's are. Nor are those of a class that is no load.
    /// </summary>
    public static void Check(
        LoadContext context, IReadOnlyList<Project> projects, IReadOnlyList<Connection> connections)
    {
        var relaxed = connections.Where(one => one is { IsRelaxed: true, Durability.Scope: DurabilityScope.Database })
            .Select(one => one.Name).ToHashSet(StringComparer.Ordinal);
        foreach (var one in projects.SelectMany(project => project.Objects))
        {
            foreach (var hook in one.Hooks.Where(hook =>
                relaxed.Contains(hook.Connection)
                && (hook.Connection != one.Target.Connection || !one.WritesTarget)))
            {
                var package = !one.WritesTarget ? "writes nothing by itself" : $"loads '{one.Target.Connection}'";
                context.Bag.Error("ORC1083", hook.At,
                    $"the hook '{hook.Name}' of '{one.FullName}' writes to '{hook.Connection}', whose "
                    + $"durability is delayed, and its package {package}: nobody would wait for its commits",
                    $"make it an object of kind sql on '{hook.Connection}', or a hook of the container");
            }

            if (one.Plugin?.Writes.FirstOrDefault(relaxed.Contains) is { } written)
            {
                context.Bag.Error("ORC1191", one.Plugin.At,
                    $"the class of '{one.FullName}' writes to '{written}', whose durability is delayed for the whole "
                    + "database: nobody would wait for its commits",
                    $"let an object of kind sql on '{written}' write what the class has found out");
            }
        }
    }

    /// <summary>Who says when commits are flushed believes that they are delayed.</summary>
    private static void Mode(LoadContext context, string name, YamlEntry key, YamlMap written)
    {
        if (written["mode"] is null && !written.Refused.Contains("mode"))
        {
            context.Bag.Error("ORC1038", key.Key.At, $"'delayedDurability' of '{name}' does nothing without 'mode'",
                "write 'mode: forced', or 'mode: off' where only an environment shall delay it");
        }
    }

    private static void Reloadable(LoadContext context, Drafts drafts, string name, YamlMap map, YamlScalar mode)
    {
        var (why, hint) = map.Text("stage") is "PSA" or "TGT"
            ? ($"its stage is {map.Text("stage")}{Elsewhere(map, "stage", mode)}, and what it holds cannot be loaded "
                + "again",
                "take 'delayedDurability' away")
            : drafts.Solution?.Map.Text("ledger") == name
            ? ("the ledger is in it, which says what is on disk", "give the ledger a database of its own")
            : !map.Flag("reloadable", false)
            ? ($"a crash may take its last commits away{Elsewhere(map, "reloadable", mode)}",
                "write 'reloadable: true' if all it holds can be loaded again")
            : ("", "");
        if (why.Length > 0)
        {
            context.Bag.Error("ORC1081", mode.At, $"the durability of '{name}' cannot be delayed: {why}", hint);
        }
    }

    /// <summary>Where the key was written, when that is another file: an environment says so.</summary>
    private static string Elsewhere(YamlMap map, string key, YamlScalar mode) =>
        map.Scalar(key) is { } written && written.At.File != mode.At.File ? $" ({key} at {written.At})" : "";

    private static void Scope(LoadContext context, YamlMap written, PlatformFacts platform)
    {
        var only = PropertyList.Word(platform.Scopes[0]);
        if (platform.Scopes.Count == 1 && written.Scalar("scope") is { } scope && scope.Text != only)
        {
            context.Bag.Error("ORC1038", scope.At, $"'scope: {scope.Text}' does nothing on platform {platform.Word}",
                $"there it is always the {only}; leave it out", new Fix(scope.At, scope.Length, only));
        }
    }

    private static void Through(
        LoadContext context, Drafts drafts, string name, YamlMap written, PlatformFacts platform)
    {
        if (written.Entry("connection") is not { Value: YamlScalar through } entry)
        {
            return;
        }

        var other = drafts.Connections.Find(draft => draft.Name == through.Text);
        var scope = platform.Scopes.Count == 1 ? platform.Scopes[0] : written.Word("scope", platform.Scopes[0]);
        if (scope != DurabilityScope.Database)
        {
            context.Bag.Error("ORC1038", entry.Key.At,
                "'connection' does nothing here: only the sessions of the run are relaxed, no setting is changed",
                "leave it out", new Fix(entry.Key.At, 0, "# "));
        }
        else if (through.Text == name)
        {
            context.Bag.Error("ORC1021", through.At, $"'connection' of '{name}' names '{name}' itself",
                "name another connection to the same database, or leave 'connection' out");
        }
        else if (other is null)
        {
            context.UnknownName("ORC1021", "connection", through, drafts.Connections
                .Where(draft => draft.Name != name && draft.Map.Text("platform") == platform.Word)
                .Select(draft => draft.Name));
        }
        else if (other.Map.Text("platform") is { } its && its != platform.Word)
        {
            context.Bag.Error("ORC1082", through.At,
                $"'{through.Text}' cannot change the durability of '{name}': it is of platform {its}, "
                + $"not {platform.Word}",
                "name a connection to the same database, or leave 'connection' out");
        }
    }
}
