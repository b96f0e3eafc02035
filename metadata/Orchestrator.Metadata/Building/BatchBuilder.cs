using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes batches of what was written.</summary>
internal sealed class BatchBuilder(
    LoadContext context, Drafts drafts, IReadOnlyList<Connection> connections, TriggerBuilder triggers,
    AlertBuilder alerts, ConditionBuilder conditions)
{
    private readonly HookBuilder _hooks = new(context, connections, conditions, target: null);

    public IReadOnlyList<Batch> Build()
    {
        var defaults = drafts.Batches.Where(draft => draft.Map.Flag("default", false)).Skip(1);
        foreach (var second in defaults)
        {
            var at = second.Map.Scalar("default")!;
            context.Bag.Error("ORC1048", at.At, $"a second default batch, '{second.Name}'",
                "only one can be the default",
                new Fix(at.At, at.Length, "false"));
        }

        IReadOnlyList<Batch> batches = [.. drafts.Batches.DistinctBy(draft => draft.Name).Select(Build)];
        TriggerChecks.Cycles(context, batches);
        return batches;
    }

    private Batch Build(Draft draft)
    {
        var projects = draft.Map.Items("projects").Select(Project).ToList();
        if (projects.Count == 0 && draft.Map["projects"] is YamlList { Items.Count: 0, HasRefused: false } none)
        {
            context.Bag.Error("ORC1049", none.At, $"the batch '{draft.Name}' has no project", "list at least one");
        }

        Check(draft);
        var batch = new Batch
        {
            Name = draft.Name,
            Projects = [.. projects.OfType<BatchProject>().DistinctBy(project => project.Project)],
            Triggers = triggers.Build(draft),
            Alerts = alerts.Build(draft),
            Hooks = _hooks.Build(draft.Map, Cascade.Of(drafts).Under(draft.Map)),
            At = draft.At,
            Written = draft.Map,
        };
        return BatchKeys.Section.Read(batch, draft.Map);
    }

    private static BatchProject? Project(YamlNode item) => item switch
    {
        YamlScalar name => new BatchProject(name.Text, null, name.At),
        YamlMap map when map.Scalar("project") is { } name =>
            new BatchProject(name.Text, map["dependsOn"] is null ? null : map.Texts("dependsOn"), name.At),
        _ => null,
    };

    private void Check(Draft draft)
    {
        var known = drafts.Projects.Select(project => project.Name).ToArray();
        var names = draft.Map.Items("projects")
            .Select(item => item as YamlScalar ?? (item as YamlMap)?.Scalar("project")).OfType<YamlScalar>().ToList();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var name in names)
        {
            if (!known.Contains(name.Text))
            {
                context.UnknownName("ORC1022", "project", name, known);
            }
            else if (!seen.Add(name.Text))
            {
                context.Bag.Error("ORC1020", name.At,
                    $"the project '{name.Text}' stands twice in the batch '{draft.Name}'",
                    "a batch runs a project once");
            }
        }

        foreach (var on in draft.Map.Items("projects").OfType<YamlMap>()
            .SelectMany(map => map.Items("dependsOn")).OfType<YamlScalar>().Where(on => !seen.Contains(on.Text)))
        {
            context.UnknownName("ORC1022", $"project (of batch '{draft.Name}')", on, seen);
        }
    }
}
