using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys under `settings` of the solution, beside what comes down from it. A plan tells the gate with its batch, and
/// the others by what follows from them.
/// </summary>
internal static class SolutionKeys
{
    private static readonly KeyMaker<Solution> Make = new("settings", new Solution
    {
        Name = "",
        Folder = "",
        Connections = [],
        Batches = [],
        Projects = [],
        Files = [],
    });

    public static SectionKey<Solution> MaxConcurrency { get; } = Make.Untold(
        new Key("maxConcurrency", Parts.Limit, "The gate of a run; default -1 = processors + 2."),
        scalar => (int)scalar.ToNumber(),
        solution => solution.MaxConcurrency, (solution, value) => solution with { MaxConcurrency = value });

    public static SectionKey<Solution> ObjectNamePattern { get; } = Make.Untold(
        new Key("objectNamePattern", Parts.Name, "Target name of an object: @@this, @@schema, @@rs."),
        scalar => scalar.Text,
        solution => solution.ObjectNamePattern, (solution, value) => solution with { ObjectNamePattern = value });

    public static SectionKey<Solution> Retention { get; } = new SettingKey<Solution, Retention>(
        new Key(RetentionKeys.Section.Name, RetentionKeys.Section.Shape, "What `purge` keeps."),
        written => RetentionKeys.Section.Read(RetentionKeys.Section.Standard, (YamlMap)written),
        solution => Setting<Retention>.Default(solution.Retention),
        (solution, kept) => solution with { Retention = kept.Value },
        RetentionKeys.Section.Standard, [])
    {
        IsTold = static _ => false,
    };

    public static Section<Solution> Section { get; } =
        Make.Section([MaxConcurrency, ObjectNamePattern, Retention]);
}
