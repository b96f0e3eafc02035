using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a project, beside its name, what it holds, its hooks and what comes down through it.</summary>
internal static class ProjectKeys
{
    private static readonly OptionMaker<Project> Make = new(
        "project", new Project { Name = "", Target = "", Containers = [], Objects = [] }, project => project.At, "");

    // The connections are those of the project below where it says nothing, and each is looked up.
    public static SectionKey<Project> Source { get; } = new BuiltKey<Project>(
        new Key("source", Parts.Name, "The connection it reads."),
        (list, project) => list.Add("source", project.Source, project.At));

    public static SectionKey<Project> Target { get; } = new BuiltKey<Project>(
        new Key("target", Parts.Name, "The connection it writes."),
        (list, project) => list.Add("target", project.Target, project.At));

    public static SectionKey<Project> MaxConcurrency { get; } = Make.Cap(
        "maxConcurrency", "Packages at work in it",
        project => project.MaxConcurrency, (project, value) => project with { MaxConcurrency = value });

    public static SectionKey<Project> Inherit { get; } = new BuiltKey<Project>(
        new Key("inherit", Parts.Name, "Every object and container of that project again, its target now the source."),
        (list, project) => list.Add("inherit", project.Inherit, project.At));

    public static SectionKey<Project> ForEach { get; } = new BuiltKey<Project>(
        new Key(
            "forEach",
            new MapShape("forEach", [
                new("variable", Parts.Name, "The variable that has the value in each of the objects.")
                {
                    IsRequired = true,
                },
                new("in", Parts.Names, "Its values.") { IsRequired = true },
                new("connections", new MapShape("connections", [
                    new("source", new TextShape(TextForm.Value), "The connection that is read, with ${var:NAME}."),
                    new("target", new TextShape(TextForm.Value), "The connection that is written, with ${var:NAME}."),
                ]), "Where each of them reads and writes; default as the project."),
            ]),
            "The same objects for each of some values: customer[A], customer[B]."),
        Tell);

    public static SectionKey<Project> Ordering { get; } = Make.Of(
        new Key("ordering", WordShapes.Of<Ordering>(), "levels (barriers) or dependencies."),
        scalar => scalar.ToWord<Ordering>(), ordering => PropertyList.Word(ordering),
        project => project.Ordering, (project, value) => project with { Ordering = value });

    public static SectionKey<Project> When { get; } = new BuiltKey<Project>(
        ConditionKeys.Key, (list, project) => ConditionKeys.Tell(list, ConditionKeys.When, project.When));

    public static Section<Project> Section { get; } =
        Make.Section([Source, Target, MaxConcurrency, Inherit, ForEach, Ordering, When]);

    private static void Tell(PropertyList list, Project project)
    {
        if (project.ForEach is { } each)
        {
            list.Add("forEach.variable", each.Variable, each.At);
            list.AddList("forEach.in", each.In, each.At);
        }
    }
}
