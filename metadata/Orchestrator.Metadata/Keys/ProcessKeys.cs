using System.Globalization;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `process`: the program that an object starts.</summary>
internal static class ProcessKeys
{
    /// <summary>What `successCodes` says where no code is a failure.</summary>
    public const string AnyCode = "any";

    private static readonly OptionMaker<ProcessOptions> Make = new(
        "process", new ProcessOptions(new Command([], []), [], "", Origin.Default), process => process.At,
        usual: Effect.Reloads);

    public static SectionKey<ProcessOptions> Command { get; } = Make.Built(
        new Key("command", Parts.Command, "The program and its arguments, without a shell.") { IsRequired = true },
        (list, process) => list.AddList("process.command", process.Command.Written, process.At));

    public static SectionKey<ProcessOptions> Environment { get; } = Make.Names(
        "environment", "Variables that it is passed beside those that every program needs",
        process => process.Environment, (process, names) => process with { Environment = names });

    public static SectionKey<ProcessOptions> Folder { get; } = Make.Built(
        new Key("folder", new TextShape(TextForm.Value), "Where it works, below the solution; default the solution."),
        (list, process) => list.Add(
            "process.folder", process.Folder.Length == 0 ? "." : process.Folder, process.At, "."));

    public static SectionKey<ProcessOptions> Variables { get; } = Make.Built(
        new Key("variables", new NamedShape(new TextShape(TextForm.Value)),
            "Variables of its environment with their values, with ${var:NAME}."),
        (list, process) => process.Variables.ToList().ForEach(
            one => list.Add($"process.variables.{one.Name}", one.Written, process.At)));

    public static SectionKey<ProcessOptions> SuccessCodes { get; } = Make.Built(
        new Key("successCodes", new EitherShape(
                new ListShape(new NumberShape(0)) { IsDistinct = true, NeedsOne = true }, new WordShape([AnyCode])),
            "The codes with which the program has succeeded, or any; default [0]."),
        (list, process) =>
        {
            list.Add("process.successCodes", process.TakesAnyCode ? AnyCode : null, process.At);

            // Of one that takes 0 alone a plan says what it always has.
            if (process.SuccessCodes.Count > 0)
            {
                list.AddList("process.successCodes",
                    process.SuccessCodes.Select(code => code.ToString(CultureInfo.InvariantCulture)), process.At);
            }
        });

    public static Section<ProcessOptions> Section { get; } =
        Make.Section([Command, Environment, Folder, Variables, SuccessCodes]);
}
