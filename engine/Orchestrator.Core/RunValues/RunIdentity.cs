using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>The facts of a run.</summary>
/// <param name="Number">Its number in its ledger.</param>
/// <param name="Id">What tells it from the runs of all ledgers.</param>
/// <param name="Began">When the first of the runs began that it continues, or itself.</param>
/// <param name="AsOf">The date of the night.</param>
/// <param name="Environment">The environment.</param>
/// <param name="Machine">The machine that runs it.</param>
/// <param name="User">The account that it runs under.</param>
public sealed record RunIdentity(
    long Number, Guid Id, DateTimeOffset Began, DateOnly AsOf, string Environment, string Machine, string User)
{
    /// <summary>A fact of it; null = it is none of a run.</summary>
    public TypedValue? Of(FactName fact) => fact.IsOfRun ? fact.Said(TextOf(fact.Part)) : null;

    /// <summary>The same as text, its begin in UTC; null = there is no such fact.</summary>
    private string? TextOf(string part) => part switch
    {
        "number" => Number.ToString(CultureInfo.InvariantCulture),
        "id" => $"{Id}",
        "began" => Began.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss.fff", CultureInfo.InvariantCulture),
        "asOf" => AsOf.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        "environment" => Environment,
        "machine" => Machine,
        "user" => User,
        _ => null,
    };
}
