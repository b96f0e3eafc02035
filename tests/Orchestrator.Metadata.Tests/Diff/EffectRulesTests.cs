using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Diff;

/// <summary>What a change of a key does that stands with a thing itself.</summary>
internal sealed class EffectRulesTests
{
    private const ChangeEffects Reshapes = ChangeEffects.Recreates | ChangeEffects.Reloads;

    [TestCase("dataType", Reshapes)]
    [TestCase("key", Reshapes)]
    [TestCase("nullable", Reshapes)]
    [TestCase("target", Reshapes)]
    [TestCase("previous", Reshapes)]
    [TestCase("current", Reshapes)]
    [TestCase("sourceExpression", ChangeEffects.Reloads)]
    [TestCase("targetExpression", ChangeEffects.Reloads)]
    [TestCase("value", ChangeEffects.Reloads)]
    [TestCase("change", ChangeEffects.Reloads)]
    [TestCase("onNull", ChangeEffects.Reloads)]
    [TestCase("keyOfALaterVersion", ChangeEffects.Reloads)]
    [TestCase("sensitive", ChangeEffects.None)]
    public void A_key_of_a_column_makes_the_table_again_or_loads_its_rows(string key, ChangeEffects effects) =>
        Assert.That(EffectRules.Of("package", null, $"columns.Id.{key}", "a", "b"), Is.EqualTo(effects));

    [TestCase("platform", Reshapes)]
    [TestCase("connectionString", Reshapes)]
    [TestCase("file", Reshapes)]
    [TestCase("folder", ChangeEffects.Reloads)]
    [TestCase("recordSource", ChangeEffects.Reloads)]
    [TestCase("stage", ChangeEffects.None)]
    [TestCase("maxConcurrency", ChangeEffects.None)]
    [TestCase("limits.field", ChangeEffects.None)]
    [TestCase("delayedDurability.mode", ChangeEffects.None)]
    [TestCase("keyOfALaterVersion", ChangeEffects.None)]
    public void A_connection_may_lead_elsewhere(string key, ChangeEffects effects) =>
        Assert.That(EffectRules.Of("connection", null, key, "a", "b"), Is.EqualTo(effects));

    [TestCase("target.connection", Reshapes)]
    [TestCase("target.name", Reshapes)]
    [TestCase("target.format", Reshapes)]
    [TestCase("target.format.encoding", Reshapes)]
    [TestCase("target.keyOfALaterVersion", Reshapes)]
    [TestCase("target.create", ChangeEffects.None)]
    public void A_target_is_made_again_but_for_who_makes_it(string key, ChangeEffects effects) =>
        Assert.That(EffectRules.Of("package", null, key, "a", "b"), Is.EqualTo(effects));

    [TestCase("source.connection", ChangeEffects.Reloads)]
    [TestCase("source.where", ChangeEffects.Reloads)]
    [TestCase("source.arguments.Day", ChangeEffects.Reloads)]
    [TestCase("source.files.take", ChangeEffects.Reloads)]
    [TestCase("source.files.archive", ChangeEffects.None)]
    [TestCase("source.returnCode", ChangeEffects.None)]
    [TestCase("procedure", ChangeEffects.Reloads)]
    [TestCase("arguments.Day", ChangeEffects.Reloads)]
    [TestCase("outputs.Rows", ChangeEffects.None)]
    [TestCase("returnCode", ChangeEffects.None)]
    [TestCase("sets.Cutoff", ChangeEffects.Reloads)]
    [TestCase("facts.Loaded", ChangeEffects.Reloads)]
    [TestCase("sets.Cutoff.dataType", ChangeEffects.Reloads)]
    [TestCase("onNone", ChangeEffects.None)]
    public void Other_rows_are_read_where_something_else_is_asked_for(string key, ChangeEffects effects) =>
        Assert.That(EffectRules.Of("package", null, key, "a", "b"), Is.EqualTo(effects));

    [TestCase("hooks", ChangeEffects.Reloads)]
    [TestCase("hooks.Before.sql", ChangeEffects.Reloads)]
    [TestCase("hooks.Before.when", ChangeEffects.Reloads)]
    [TestCase("hooks.Before.keyOfALaterVersion", ChangeEffects.Reloads)]
    [TestCase("hooks.Before.outcome", ChangeEffects.None)]
    [TestCase("connection", ChangeEffects.Reloads)]
    [TestCase("transaction", ChangeEffects.Reloads)]
    [TestCase("outcome", ChangeEffects.None)]
    public void A_statement_beside_a_load_counts_as_if_it_changed_rows(string key, ChangeEffects effects) =>
        Assert.That(EffectRules.Of("package", null, key, "a", "b"), Is.EqualTo(effects));

    [TestCase("before", "after", ChangeEffects.Reloads)]
    [TestCase("Rows > 1", "Rows > 2", ChangeEffects.None)]
    public void When_a_hook_runs_counts_as_if_it_changed_rows_and_a_condition_does_not(
        string before, string after, ChangeEffects effects) =>
        Assert.That(EffectRules.Of("package", null, "when", before, after), Is.EqualTo(effects));

    [TestCase("plugin.sha256", ChangeEffects.Reloads)]
    [TestCase("plugin.writes", ChangeEffects.Reloads)]
    [TestCase("options.Depth", ChangeEffects.Reloads)]
    [TestCase("sets.Cutoff", ChangeEffects.Reloads)]
    [TestCase("idempotent", ChangeEffects.None)]
    public void A_class_between_loads_counts_as_if_it_changed_rows(string key, ChangeEffects effects) => Assert.That(
        EffectRules.Of("package", KindTable.Script.Word, key, "a", "b"), Is.EqualTo(effects));

    [TestCase("watermarks.Day.column")]
    [TestCase("watermarks.Day.overlap")]
    [TestCase("process.command")]
    [TestCase("process.keyOfALaterVersion")]
    [TestCase("plugin.sha256")]
    [TestCase("plugin.with.Other")]
    [TestCase("options.Depth")]
    [TestCase("scd.keyOfALaterVersion")]
    [TestCase("source.format.field")]
    [TestCase("source.format.formulas")]
    [TestCase("source.format.decimal")]
    [TestCase("columns.A.dateFormat")]
    [TestCase("columns.A.nulls")]
    public void What_makes_rows_loads_them_again_whatever_of_it_changes(string key) =>
        Assert.That(EffectRules.Of("package", null, key, "a", "b"), Is.EqualTo(ChangeEffects.Reloads));
}
