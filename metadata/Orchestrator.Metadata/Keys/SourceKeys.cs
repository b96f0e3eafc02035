using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `source`: what an object reads.</summary>
internal static class SourceKeys
{
    private static readonly OptionMaker<WrittenSource> Make = new(
        "source", new WrittenSource(new ObjectSource { Connection = "" }, null, Origin.Default), written => written.At,
        usual: Effect.Reloads);

    // It is told with every source, whoever named it.
    public static SectionKey<WrittenSource> Connection { get; } = Make.Built(
        new Key("connection", Parts.Name, "Where it is read; default the source of the project."));

    public static SectionKey<WrittenSource> Schema { get; } = Make.Text(
        new Key("schema", Parts.NameOfRun, "Schema of the table."), written => written.Source.Schema,
        (written, value) => With(written, written.Source with { Schema = value }));

    public static SectionKey<WrittenSource> Name { get; } = Make.Text(
        new Key("name", Parts.NameOfRun, "Name of the table; default the object's."), written => written.Source.Name,
        (written, value) => With(written, written.Source with { Name = value }));

    public static SectionKey<WrittenSource> Where { get; } = Make.Of<string?>(
        new Key("where", Parts.SqlWithNames, "Condition in SQL of the source; only with a table."),
        scalar => scalar.Text, sql => sql?.ReplaceLineEndings("\n"),
        written => written.Source.Where,
        (written, value) => With(written, written.Source with { Where = value }));

    // What stands in it for variables is told, not what they are.
    public static SectionKey<WrittenSource> File { get; } = Make.Built(
        new Key("file", new TextShape(TextForm.Value),
            "File name or pattern with * and ? below the connection's folder."),
        (list, written) => list.AddPath(
            "source.file", written.Source.FileAsWritten ?? written.Source.File, written.At));

    public static SectionKey<WrittenSource> IgnoreCase { get; } = Make.IgnoreCase(
        written => written.Source.IgnoreCase,
        (written, value) => With(written, written.Source with { IgnoreCase = value }));

    public static SectionKey<WrittenSource> Command { get; } = Make.Built(
        new Key("command", Parts.Command,
            "Files: a program and its arguments, whose output is read; runs only with `run --allow process`."),
        (list, written) => list.Add(
            "source.command", written.Source.Command is { } command ? CanonicalJson.List(command.Written) : null,
            written.At, CanonicalJson.List([])));

    public static SectionKey<WrittenSource> Format { get; } = Make.Built(
        new Key("format", Parts.Name, "Name of the file format; default csv."), TellFormat);

    public static SectionKey<WrittenSource> Query { get; } = Make.Built(
        new Key("query", Parts.SqlWithNames, "A query in SQL of the source."),
        (list, written) => list.Add("source.query", written.Source.Query));

    // As with the file, what stands in it for variables is told.
    public static SectionKey<WrittenSource> Member { get; } = Make.Built(
        new Key("member", new TextShape(TextForm.Value),
            "Name or pattern with * and ? of the files that are read within each file, a zip file."),
        (list, written) => list.Add(
            "source.member", written.Source.MemberAsWritten ?? written.Source.Member, written.At));

    // It is told as the query that stands in it.
    public static SectionKey<WrittenSource> Script { get; } = Make.Built(
        new Key("script", Parts.Text, "A file with the query, below the solution."));

    public static Section<WrittenSource> Section { get; } = Make.Section([
        Connection, Schema, Name, Where, File, Command, Format, Query, Script,
        OfCall(CallKeys.Name, "A stored procedure or function of the source that returns rows: schema.name."),
        OfCall(CallKeys.Arguments), OfCall(CallKeys.ReturnCode), Member, IgnoreCase,
    ]);

    /// <summary>How a plan calls a key.</summary>
    public static string PlanKey(string key) => $"{Section.Path}.{key}";

    /// <summary>Tells what an object reads, and of files how they are read and which of them.</summary>
    public static void Tell(PropertyList list, WrittenSource written)
    {
        var (source, connection, at) = written;
        list.Add(PlanKey(Connection.Name), source.Connection, at);
        foreach (var key in Section.Keys.Where(key => key != Format))
        {
            key.Tell(list, written);
        }

        if (source.WrittenBy is { } writer && connection is not null && TableNames.IsSplit(connection))
        {
            list.Add("source.writtenBy", $"{writer.Project}/{writer.Container}/{writer.Object}", at);
        }

        Format.Tell(list, written);
        if (source.File is not null && connection is not null && connection.Files != new FileIntake())
        {
            FileKeys.Section.Tell(list, connection);
        }
    }

    private static void TellFormat(PropertyList list, WrittenSource written)
    {
        if (written.Source.File is not null || written.Source.Command is not null)
        {
            FormatKeys.Tell(list, "source.format", written.Source.Format, written.Connection, written.At);
        }
    }

    private static SectionKey<WrittenSource> OfCall(SectionKey<Procedure> key, string? summary = null) => Make.Built(
        key.Key with { Summary = summary ?? key.Key.Summary },
        (list, written) =>
        {
            if (written.Source.Procedure is { } call)
            {
                key.Tell(list.Under("source."), call);
            }
        }) with
    { Effects = key.Effects };

    private static WrittenSource With(WrittenSource written, ObjectSource source) =>
        written with { Source = source };
}
