namespace Orchestrator.Import.Ssis.Statements;

/// <summary>A column of the result of a statement.</summary>
/// <param name="Name">Its name; empty = it has none.</param>
/// <param name="Start">Where its text begins.</param>
/// <param name="End">Where its text ends, with the name that it is given.</param>
/// <param name="ValueEnd">Where its value ends, before the name.</param>
/// <param name="IsStar">Whether it stands for columns that nobody names.</param>
internal readonly record struct SelectedColumn(string Name, int Start, int End, int ValueEnd, bool IsStar)
{
    /// <summary>Where its value begins: behind the name, where that stands in front.</summary>
    public int ValueStart { get; init; } = Start;
}
