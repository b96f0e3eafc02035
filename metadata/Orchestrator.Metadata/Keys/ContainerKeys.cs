using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a container, beside its name, its hooks and what comes down through it.</summary>
internal static class ContainerKeys
{
    private static readonly OptionMaker<Container> Make = new(
        "container", new Container { Name = "" }, container => container.At, "");

    public static SectionKey<Container> Level { get; } = Make.Told(
        "level", new NumberShape(int.MinValue), "Same level: side by side",
        scalar => (int)scalar.ToNumber(), level => level.ToString(),
        container => container.Level, (container, value) => container with { Level = value });

    public static SectionKey<Container> Mode { get; } = Make.Of(
        new Key("mode", new WordShape(Enum.GetNames<ContainerMode>()), $"Default {nameof(ContainerMode.Parallel)}."),
        scalar => scalar.ToWord<ContainerMode>(), mode => mode.ToString(),
        container => container.Mode, (container, value) => container with { Mode = value });

    public static SectionKey<Container> Members { get; } = new BuiltKey<Container>(new Key(
        "members",
        new EitherShape(Parts.Names, new MapShape("members", [
            new("tags", Parts.Names, "Objects with one of these tags.") { IsRequired = true }])),
        "Names of its objects (with wildcards), or tags."));

    public static SectionKey<Container> MaxConcurrency { get; } = Make.Cap(
        "maxConcurrency", "Packages at work in it",
        container => container.MaxConcurrency, (container, value) => container with { MaxConcurrency = value });

    public static SectionKey<Container> Order { get; } = Make.Of(
        new Key("order", WordShapes.Of<StartOrder>(), "Which ready package starts first."),
        scalar => scalar.ToWord<StartOrder>(), order => PropertyList.Word(order),
        container => container.Order, (container, value) => container with { Order = value });

    public static SectionKey<Container> Default { get; } = Make.Untold(
        new Key("default", Parts.Flag, "Whether objects without a container go here."), scalar => scalar.ToFlag(),
        container => container.IsDefault, (container, value) => container with { IsDefault = value });

    public static SectionKey<Container> PrecedenceConstraint { get; } = Make.Of(
        new Key("precedenceConstraint", new WordShape([nameof(Outcome.Success), nameof(Outcome.Completion)]),
            "What it asks of the level before."),
        scalar => scalar.Text == nameof(Outcome.Completion),
        runsAfterFailure => runsAfterFailure ? nameof(Outcome.Completion) : nameof(Outcome.Success),
        container => container.RunsAfterFailure, (container, value) => container with { RunsAfterFailure = value });

    public static SectionKey<Container> When { get; } = new BuiltKey<Container>(
        ConditionKeys.Key,
        (list, container) => ConditionKeys.Tell(list, ConditionKeys.When, container.When));

    public static SectionKey<Container> ForEach { get; } = new BuiltKey<Container>(
        new Key(LoopKeys.Section.Name, LoopKeys.Section.Shape,
            "Its packages again and again, in turns: for each of some values, numbers, rows or files, or while a "
            + "condition is true."),
        (list, container) =>
        {
            if (container.Loop is { } loop)
            {
                LoopKeys.Section.Tell(list, loop);
            }
        });

    public static Section<Container> Section { get; } =
        Make.Section([Level, Mode, Members, MaxConcurrency, Order, Default, PrecedenceConstraint, When, ForEach]);
}
