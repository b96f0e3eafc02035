using Orchestrator.Dataflow;

namespace Orchestrator.Lab.Bench;

/// <summary>A row of a class.</summary>
internal sealed class BenchRow(ulong value)
{
    public ulong Value { get; } = value;
}

/// <summary>A row of eight bytes.</summary>
internal readonly record struct BenchValue(ulong Value);

/// <summary>The kinds of rows that are measured.</summary>
internal static class RowKinds
{
    private static readonly BenchRow[] Templates = MakeTemplates();

    public static RowKind<BenchRow> Classes { get; } = new("class",
        "rows of a class: references to template rows, each stored by itself", Single, Sum, SumOfTemplates);

    public static RowKind<BenchValue> Structs { get; } = new("struct",
        "structs of 8 bytes, each made and stored by itself", Numbers, Sum, SumOfNumbers);

    public static RowKind<BenchRow> Blocks { get; } = new("block",
        "rows of a class: references to template rows, copied in blocks", Copied, Sum, SumOfTemplates);

    public static IReadOnlyList<RowKind> All { get; } = [Classes, Structs, Blocks];

    /// <summary>The template row that a source of them sends as its row of that number.</summary>
    public static BenchRow Template(long number) => Templates[(int)number & (Templates.Length - 1)];

    private static Output<BenchRow> Copied(Flow flow, string name, long rows) =>
        flow.RepeatRows(name, rows, Templates);

    private static Output<BenchRow> Single(Flow flow, string name, long rows) =>
        flow.Fill<BenchRow>(name, rows, FillWithTemplates);

    private static Output<BenchValue> Numbers(Flow flow, string name, long rows) =>
        flow.Fill<BenchValue>(name, rows, FillWithNumbers);

    internal static void FillWithTemplates(Span<BenchRow> space, long from)
    {
        var templates = Templates;
        for (var i = 0; i < space.Length; i++)
        {
            space[i] = templates[(int)(from + i) & (templates.Length - 1)];
        }
    }

    internal static void FillWithNumbers(Span<BenchValue> space, long from)
    {
        for (var i = 0; i < space.Length; i++)
        {
            space[i] = new BenchValue((ulong)(from + i));
        }
    }

    internal static ulong Sum(ReadOnlySpan<BenchRow> rows)
    {
        var sum = 0UL;
        foreach (var row in rows)
        {
            sum += row.Value;
        }

        return sum;
    }

    internal static ulong Sum(ReadOnlySpan<BenchValue> rows)
    {
        var sum = 0UL;
        foreach (var row in rows)
        {
            sum += row.Value;
        }

        return sum;
    }

    private static ulong SumOfTemplates(long rows)
    {
        var left = (int)(rows % Templates.Length);
        return ((ulong)(rows / Templates.Length) * Sum(Templates)) + Sum(Templates.AsSpan(0, left));
    }

    // Of 0 to rows - 1; half of one factor first, so that nothing overflows that must not.
    private static ulong SumOfNumbers(long rows) => rows % 2 == 0
        ? unchecked((ulong)(rows / 2) * (ulong)(rows - 1))
        : unchecked((ulong)rows * (ulong)((rows - 1) / 2));

    // A power of two of them; few enough to stay in a processor's fastest cache.
    private static BenchRow[] MakeTemplates()
    {
        var rows = new BenchRow[64];
        for (var i = 0; i < rows.Length; i++)
        {
            rows[i] = new BenchRow((ulong)(i + 1) * 2_654_435_761);
        }

        return rows;
    }
}
