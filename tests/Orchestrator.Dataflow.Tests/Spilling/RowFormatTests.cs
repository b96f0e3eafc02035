namespace Orchestrator.Dataflow.Tests.Spilling;

internal sealed class RowFormatTests
{
    private enum Colour : byte
    {
        Red = 1,
        Blue = 200,
    }

    private sealed record Wide(string? Text, int? Number, decimal Amount, DateTime At, byte[]? Bytes, Guid Id)
    {
        public DateTimeOffset Seen { get; init; }

        public Colour Colour { get; set; }

        public DateOnly? Day { get; set; }
    }

    private struct Pair
    {
        public long Key;
        public double Value;
    }

    private sealed record Loose(object?[] Values, object? Value);

    private sealed record Nested(Wide Inner);

    [Test]
    public void Records_come_back_as_they_were()
    {
        var at = new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc);
        var row = new Wide("ä\ud800", null, 1.10m, at, [1, 2], Guid.Empty)
        {
            Seen = new DateTimeOffset(2024, 2, 29, 1, 2, 3, TimeSpan.FromHours(-5)),
            Colour = Colour.Blue,
            Day = new DateOnly(2024, 2, 29),
        };

        var read = ThereAndBack(row);

        Assert.That(read with { Bytes = row.Bytes }, Is.EqualTo(row));
        Assert.That(read.Bytes, Is.EqualTo(row.Bytes));
        Assert.That(read.At.Kind, Is.EqualTo(DateTimeKind.Utc));
        Assert.That(read.Amount.Scale, Is.EqualTo(2));
    }

    [Test]
    public void What_is_null_stays_null() =>
        Assert.That(ThereAndBack(new Wide(null, null, 0, default, null, default)).Text, Is.Null);

    [Test]
    public void Structs_tuples_and_texts_come_back()
    {
        Assert.That(ThereAndBack(new Pair { Key = 3, Value = 0.5 }), Is.EqualTo(new Pair { Key = 3, Value = 0.5 }));
        Assert.That(ThereAndBack((1, "one")), Is.EqualTo((1, "one")));
        Assert.That(ThereAndBack("text"), Is.EqualTo("text"));
        Assert.That(ThereAndBack<string?>(null), Is.Null);
    }

    [Test]
    public void Objects_come_back_as_what_they_are()
    {
        object?[] values = [1, "two", null, 3L, 4.50m, new DateTime(2024, 2, 29), Guid.Empty, true];
        var row = ThereAndBack(new Loose(values, 0.5));

        Assert.That(row.Values, Is.EqualTo(values));
        Assert.That(row.Values[3], Is.TypeOf<long>());
        Assert.That(row.Value, Is.EqualTo(0.5));
        Assert.That(() => ThereAndBack(new Loose([], new Version())),
            Throws.TypeOf<NotSupportedException>().With.Message.StartsWith("a Version cannot be written"));
    }

    [Test]
    public void A_row_that_holds_others_needs_a_format_of_its_own() =>
        Assert.That(() => RowFormat<Nested>.Default, Throws.TypeOf<NotSupportedException>()
            .With.Message.Contains("give a RowFormat<Nested>"));

    private static T ThereAndBack<T>(T row)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        RowFormat<T>.Default.Write(writer, row);
        writer.Flush();
        stream.Position = 0;
        using var reader = new BinaryReader(stream);
        return RowFormat<T>.Default.Read(reader);
    }
}
