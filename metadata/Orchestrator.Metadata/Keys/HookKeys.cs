using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys of a hook, beside its name. What a statement does to rows nobody knows, so it counts as if it did.
/// </summary>
internal static class HookKeys
{
    private static readonly OptionMaker<Hook> Make = new(
        "hook", new Hook { Name = "", Sql = new SqlText("", null, Origin.Default), Connection = "" },
        hook => hook.At, "", Effect.Reloads);

    public static SectionKey<Hook> When { get; } = Make.Of(
        new Key("when", WordShapes.Of<HookTime>(), "Before or behind it.") { IsRequired = true },
        scalar => scalar.ToWord<HookTime>(), time => PropertyList.Word(time),
        hook => hook.When, (hook, value) => hook with { When = value }, isAlwaysTold: true);

    public static SectionKey<Hook> Outcome { get; } = Make.Of(
        new Key("outcome", Parts.Outcome, "after: how what is before it ended; default Success."),
        scalar => scalar.ToWord<Outcome>(), outcome => outcome.ToString(),
        hook => hook.Outcome, (hook, value) => hook with { Outcome = value }) with
    { Effects = Effect.None };

    public static SectionKey<Hook> Sql { get; } = Make.Built(
        new Key("sql", Parts.SqlWithNames, "The statements."), (list, hook) => list.Add("sql", hook.Sql));

    // It is told as the statements that stand in it.
    public static SectionKey<Hook> Script { get; } = Make.Built(
        new Key("script", Parts.Text, "A file with the statements, below the solution."));

    public static SectionKey<Hook> Connection { get; } = Make.Of(
        new Key("connection", Parts.Name,
            "Where they run; default the target of the object or project, which a batch has not."),
        scalar => scalar.Text, name => name,
        hook => hook.Connection, (hook, value) => hook with { Connection = value }, isAlwaysTold: true);

    public static SectionKey<Hook> Transaction { get; } = Make.Word(
        "transaction", "load = in the transaction in which the load is published",
        hook => hook.Transaction, (hook, value) => hook with { Transaction = value });

    public static SectionKey<Hook> Condition { get; } = Make.Built(
        ConditionKeys.HookKey, (list, hook) => ConditionKeys.Tell(list, ConditionKeys.OfHook, hook.Condition)) with
    { Effects = Effect.None };

    // A plan tells when and where a statement runs before what it is.
    public static Section<Hook> Section { get; } = Make.Section(
        [When, Outcome, Sql, Script, Connection, Transaction, Condition],
        [When, Outcome, Connection, Transaction, Sql, Script, Condition]);

    /// <summary>The hooks of a batch, project or container, which are part of no load.</summary>
    public static Key OfGroups { get; } = Listed(
        Section.Shape.Keys.Where(key => key != Transaction.Key), "Statements before and behind it.");

    /// <summary>The hooks of an object.</summary>
    public static Key OfObjects { get; } = Listed(
        Section.Shape.Keys.Where(key => key != Condition.Key), "Statements before and behind it, in each attempt.");

    /// <summary>Whether a plan tells the time of a hook so.</summary>
    public static bool IsTime(string told) => Enum.GetValues<HookTime>().Any(time => PropertyList.Word(time) == told);

    private static Key Listed(IEnumerable<Key> keys, string summary) => new(
        "hooks", new ListShape(new MapShape("a hook", [Parts.Named("hook", "Its name."), .. keys])), summary);
}
