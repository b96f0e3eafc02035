using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys of a batch, beside its name, its hooks, what comes down through it, and what starts it or tells of it.
/// </summary>
internal static class BatchKeys
{
    private static readonly OptionMaker<Batch> Make = new(
        "batch", new Batch { Name = "", Projects = [] }, batch => batch.At, "");

    public static SectionKey<Batch> Default { get; } = Make.Untold(
        new Key("default", Parts.Flag, "Whether `run` without a batch takes it."), scalar => scalar.ToFlag(),
        batch => batch.IsDefault, (batch, value) => batch with { IsDefault = value });

    public static SectionKey<Batch> Projects { get; } = new BuiltKey<Batch>(
        new Key(
            "projects",
            new ListShape(new EitherShape(Parts.Name, new MapShape("a project of a batch", [
                Parts.Named("project", "Name of the project."),
                new("dependsOn", Parts.Names, "The projects it waits for; default the one before it."),
            ]))),
            "Its projects in order.")
        {
            IsRequired = true,
        },
        (list, batch) => list.AddList("projects", batch.Projects.Select(project => project.Project), batch.At));

    public static SectionKey<Batch> FailureHandling { get; } = Make.Of(
        new Key("failureHandling", new WordShape([
            nameof(Core.FailureHandling.Stop), nameof(Core.FailureHandling.Level),
            nameof(Core.FailureHandling.DependencyChain)]), "What a failure blocks."),
        scalar => scalar.ToWord<FailureHandling>(), handling => handling.ToString(),
        batch => batch.FailureHandling, (batch, value) => batch with { FailureHandling = value });

    // A plan tells the one that holds, which a run or the solution may have said.
    public static SectionKey<Batch> MaxConcurrency { get; } = new SettingKey<Batch, int?>(
        new Key("maxConcurrency", Parts.Limit, "The gate; -1 = processors + 2."),
        written => (int)((YamlScalar)written).ToNumber(),
        batch => batch.MaxConcurrency is { } gate
            ? new Setting<int?>(gate.Value, gate.At) : Setting<int?>.Default(null),
        (batch, gate) => batch with
        {
            MaxConcurrency = gate.Value is { } value ? new Setting<int>(value, gate.At) : null,
        },
        null,
        [new("maxConcurrency", gate => gate?.ToString(), "-1")]);

    public static SectionKey<Batch> Timeout { get; } = Make.Value<TimeSpan?>(
        "timeout", Parts.Duration, "Longest time of the run",
        scalar => scalar.ToDuration(), span => span is { } written ? PropertyList.Duration(written) : null,
        batch => batch.Timeout, (batch, value) => batch with { Timeout = value }, "no limit");

    public static Section<Batch> Section { get; } =
        Make.Section([Default, Projects, FailureHandling, MaxConcurrency, Timeout]);
}
