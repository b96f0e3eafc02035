using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Spilling;

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

    private interface IAnimal;

    private record Animal(int Id) : IAnimal;

    private sealed record Dog(int Id, string Sound) : Animal(Id);

    private class Counted
    {
        private int _touched;

        public string? Name { get; set; }

        public int Touch() => ++_touched;
    }

    private sealed class CountedToo : Counted
    {
        public int Id { get; set; }
    }

    private sealed record Person(string First, string Last)
    {
        public string Name => $"{First} {Last}";
    }

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

    [Test]
    public void A_row_of_a_narrower_type_is_not_written_as_one_of_the_wider() =>
        Assert.That(() => ThereAndBack<Animal>(new Dog(1, "bark")), Throws.TypeOf<NotSupportedException>()
            .With.Message.StartsWith("a Dog cannot be written to a file as Animal"));

    [Test]
    public void An_array_of_a_narrower_type_is_not_written_as_one_of_objects() =>
        Assert.That(() => ThereAndBack(new Loose(new string[1], null)), Throws.TypeOf<NotSupportedException>()
            .With.Message.StartsWith("a String[] cannot be written to a file as objects"));

    [Test]
    public void What_holds_more_than_its_public_members_needs_a_format_of_its_own()
    {
        Assert.That(() => RowFormat<Counted>.Default, Throws.TypeOf<NotSupportedException>()
            .With.Message.Contains("that Counted keeps is in no public member").And.Message.Not.Contain("_touched"));
        Assert.That(() => RowFormat<CountedToo>.Default, Throws.TypeOf<NotSupportedException>());
        Assert.That(() => RowFormat<IAnimal>.Default, Throws.TypeOf<NotSupportedException>());
        Assert.That(() => RowFormat<string[]>.Default, Throws.TypeOf<NotSupportedException>());
    }

    [Test]
    public void What_is_computed_from_members_is_not_written()
    {
        Assert.That(ThereAndBack(new Person("Ann", "Bee")).Name, Is.EqualTo("Ann Bee"));
        Assert.That(ThereAndBack(new { Id = 1, Name = "one" }), Is.EqualTo(new { Id = 1, Name = "one" }));
    }

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
