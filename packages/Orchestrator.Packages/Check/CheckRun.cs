using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Check;

/// <summary>One attempt of a check: asks everything, then fails with all that did not hold.</summary>
internal sealed class CheckRun
{
    private readonly PackageContext _context;
    private readonly ObjectDefinition _definition;
    private readonly ObjectDefinition? _writer;

    /// <summary>For that attempt.</summary>
    public CheckRun(PackageContext context)
    {
        _context = context;
        _definition = context.Object;
        _writer = TableWriters.OfSameTable(_definition, context.Solution).FirstOrDefault();
    }

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            var access = DatabaseAccess.ToReadTarget(_context);
            using var database = access.Open();
            using var interrupt = database.Interruption.On(_context.Cancellation);
            PartsShown.RefuseChecked(database, _definition, access.Address);
            Ask(database);
            return new PackageResult { Outcome = NodeState.Succeeded };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, "check", _definition.Target.Connection, _context.Cancellation);
            return result with
            {
                Error = QuotedWords.Shown(result.Error, fault, QuotedWords.AnyIsSensitive(_context.Solution)),
            };
        }
    }

    private void Ask(IDatabase database)
    {
        string[] keys = [.. _writer?.Columns.Where(c => c.Key > 0).OrderBy(c => c.Key).Select(c => c.Target) ?? []];
        var failures = new List<string>();
        foreach (var question in CheckContract.Questions(_definition, database.Platform.Dialect, keys))
        {
            _context.Cancellation.ThrowIfCancellationRequested();
            if (Failure(database, question) is { } failure)
            {
                failures.Add($"{question.What}: {failure}");
            }
        }

        if (failures.Count > 0)
        {
            var table = database.Platform.Dialect.Table(_definition.Target.Schema, _definition.Target.Name);
            throw new PackageRefusedException(
                "ORC3430", ErrorClass.Data, "check",
                $"The table '{table}' does not hold what is checked: {string.Join("; ", failures)}. "
                + "Correct the rows where they come from, or the check.");
        }
    }

    private string? Failure(IDatabase database, CheckQuestion question)
    {
        var returned = question.ReturnsRows ? database.Ask(question.Sql, _context.Values) : null;
        return question.Verdict(returned?.Rows ?? database.Number(question.Sql)) is not { } wrong ? null
            : wrong + (returned is null ? Sample(database, question.Sample) : Shown(database, returned));
    }

    private string Sample(IDatabase database, string? sql) =>
        sql is null ? "" : Shown(database, database.Ask(sql));

    private string Shown(IDatabase database, Answer answer) =>
        new ShownRow(database.Platform.Dialect, _context.Solution).Of(answer);
}
