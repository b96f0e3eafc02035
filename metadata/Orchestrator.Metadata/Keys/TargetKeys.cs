using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `target`: what an object writes.</summary>
internal static class TargetKeys
{
    private const string IfMissing = "ifMissing";
    private const string Never = "never";

    private static readonly Shape OfEach = new TextShape(TextForm.NameOfEach);

    private static readonly OptionMaker<WrittenTarget> Make = new(
        "target", new WrittenTarget(new ObjectTarget("", null, ""), null, Origin.Default), written => written.At,
        usual: Effect.Reshapes);

    // It is told with every target, whoever named it.
    public static SectionKey<WrittenTarget> Connection { get; } = Make.Built(
        new Key("connection", Parts.Name, "Where it is written; default the target of the project."));

    public static SectionKey<WrittenTarget> Schema { get; } = Make.Text(
        new Key("schema", OfEach, "Schema of the table."), written => written.Target.Schema,
        (written, value) => With(written, written.Target with { Schema = value }));

    public static SectionKey<WrittenTarget> Name { get; } = Make.Of(
        new Key("name", OfEach, "Name of the table; default by objectNamePattern."),
        scalar => scalar.Text, name => name, written => written.Target.Name,
        (written, value) => With(written, written.Target with { Name = value }), isAlwaysTold: true);

    // It is looked at only where a table is missing.
    public static SectionKey<WrittenTarget> Create { get; } = Make.Of(
        new Key("create", new WordShape([IfMissing, Never]), "Whether a missing table is created."),
        scalar => scalar.Text != Never, isCreated => isCreated ? IfMissing : Never,
        written => written.Target.Create,
        (written, value) => With(written, written.Target with { Create = value })) with
    { Effects = Effect.None };

    // It is told as the name.
    public static SectionKey<WrittenTarget> File { get; } = Make.Built(
        new Key("file", OfEach,
            "Files: the file below the connection's folder; .gz packs it; default by objectNamePattern."));

    public static SectionKey<WrittenTarget> Format { get; } = Make.Built(
        new Key("format", Parts.Name, "Files: name of the file format; default csv."), TellFormat);

    public static Section<WrittenTarget> Section { get; } = Make.Section(
        [Connection, Schema, Name, Create, File, Format]);

    /// <summary>How a plan calls a key.</summary>
    public static string PlanKey(string key) => $"{Section.Path}.{key}";

    private static void TellFormat(PropertyList list, WrittenTarget written)
    {
        if (written.Target.Format is { } format)
        {
            FormatKeys.Tell(list, "target.format", format, written.Connection, written.At);
        }
    }

    private static WrittenTarget With(WrittenTarget written, ObjectTarget target) =>
        written with { Target = target };
}
