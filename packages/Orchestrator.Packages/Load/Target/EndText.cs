using System.Globalization;
using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What came of a load as one text: the first facts of its attempt and its watermark by their places, then a room of
/// equal size for each file, and behind them one without a connection for each fact that attempts have learnt to tell
/// since: so texts that targets hold already are read, and no fact is forgotten.
/// </summary>
/// <param name="numbers">What an attempt tells in numbers.</param>
/// <param name="texts">And in texts.</param>
internal sealed class EndText(IReadOnlyList<AttemptFact<long>> numbers, IReadOnlyList<AttemptFact<string>> texts)
{
    private const int FirstNumbers = 10;
    private const int FirstTexts = 1;
    private const int AtWatermark = FirstNumbers + FirstTexts;
    private const int BeforeRooms = AtWatermark + 3;
    private const int Room = 7;

    /// <summary>With all that attempts tell.</summary>
    public static EndText OfAttempts { get; } = new(AttemptWork.Numbers, AttemptWork.Texts);

    public string Write(PackageResult result)
    {
        var told = numbers.Select(fact => (fact.Column, Value: Text(fact.Of(result.Work)))).ToArray();
        var said = texts.Select(fact => (fact.Column, Value: fact.Of(result.Work))).ToArray();
        string?[] all =
        [
            .. told.Take(FirstNumbers).Concat(said.Take(FirstTexts)).Select(fact => fact.Value),
            result.Watermark?.Watermark, result.Watermark?.DataType, result.Watermark?.Value,
            .. result.Files.SelectMany(file => new[]
            {
                file.Connection, file.Name, Text(file.Size), file.Written.ToString("O", CultureInfo.InvariantCulture),
                file.Hash, $"{file.Outcome}", $"{file.Move}",
            }),
            .. told.Skip(FirstNumbers).Concat(said.Skip(FirstTexts)).SelectMany(fact => new string?[Room]
            {
                null, fact.Column, fact.Value, null, null, null, null,
            }),
        ];
        return JsonSerializer.Serialize(all);
    }

    /// <summary>A success, as it was written; a fact that the text does not hold is as of an attempt that did nothing.
    /// </summary>
    public PackageResult Read(string text)
    {
        var all = JsonSerializer.Deserialize<string?[]>(text)!;
        var rooms = all[BeforeRooms..].Chunk(Room).ToArray();
        return new PackageResult
        {
            Outcome = NodeState.Succeeded,
            Work = Work(all, rooms.Where(room => room[0] is null).ToDictionary(room => room[1]!, room => room[2]!)),
            Watermark = all[AtWatermark] is { } name
                ? new WatermarkMoved(name, all[AtWatermark + 1]!, all[AtWatermark + 2]) : null,
            Files = [.. rooms.Where(room => room[0] is not null).Select(File)],
        };
    }

    private AttemptWork Work(string?[] all, Dictionary<string, string> later)
    {
        var work = new AttemptWork();
        foreach (var (place, fact) in numbers.Index())
        {
            var value = place < FirstNumbers ? all[place] : later.GetValueOrDefault(fact.Column);
            work = value is null ? work : fact.Into(work, Number(value));
        }

        foreach (var (place, fact) in texts.Index())
        {
            var value = place < FirstTexts ? all[FirstNumbers + place] : later.GetValueOrDefault(fact.Column);
            work = value is null ? work : fact.Into(work, value);
        }

        return work;
    }

    private static ReadFile File(string?[] room) => new()
    {
        Connection = room[0]!,
        Name = room[1]!,
        Size = Number(room[2]!),
        Written = DateTimeOffset.ParseExact(room[3]!, "O", CultureInfo.InvariantCulture),
        Hash = room[4]!,
        Outcome = Enum.Parse<FileOutcome>(room[5]!),
        Move = Enum.Parse<FileMove>(room[6]!),
    };

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
