using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>A line of a batch: the file that it came from, and its number there.</summary>
internal readonly record struct SqlLine(string File, int Number);

/// <summary>What a server is sent at once.</summary>
/// <param name="Text">Its text, with the values of variables.</param>
/// <param name="Lines">Where each of its lines stands.</param>
internal sealed record SqlBatch(string Text, IReadOnlyList<SqlLine> Lines)
{
    /// <summary>The place of a line and column of the batch, both from 1.</summary>
    public Origin At(int line, int column)
    {
        var place = Lines[Math.Clamp(line - 1, 0, Lines.Count - 1)];
        return new Origin(place.File, place.Number, Math.Max(1, column));
    }

    /// <summary>A text that stands as a literal in the batch, and is run as statements of its own.</summary>
    /// <param name="text">The text.</param>
    /// <param name="line">The line on which it begins.</param>
    public SqlBatch Inner(string text, int line) => new(text,
        [.. text.Split('\n').Select((_, i) => Lines[Math.Clamp(line - 1 + i, 0, Lines.Count - 1)])]);
}
