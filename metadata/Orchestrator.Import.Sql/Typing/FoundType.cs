using Orchestrator.Core.Types;

namespace Orchestrator.Import.Sql.Typing;

/// <summary>What a written type is.</summary>
/// <param name="IsKnown">Whether anything makes it.</param>
/// <param name="Type">Its neutral type; null = nobody can move its values.</param>
internal sealed record FoundType(bool IsKnown, SqlType? Type)
{
    /// <summary>The name of a type that somebody made, in quotes; null = the server has it.</summary>
    public string? Alias { get; init; }

    /// <summary>What it says of NULL where a column says nothing; null = nothing either.</summary>
    public bool? Nullable { get; init; }
}

/// <summary>A column or value with its type.</summary>
/// <param name="Type">Its neutral type; null = no script tells it.</param>
/// <param name="Nullable">Whether it may be NULL.</param>
internal sealed record ToldValue(SqlType? Type, bool Nullable)
{
    /// <summary>One of which nothing is known.</summary>
    public static ToldValue Unknown { get; } = new(null, true);
}

/// <summary>A column of a table or query, with its name.</summary>
internal sealed record TypedColumn(string Name, ToldValue Value);
