using System.Text;

namespace Orchestrator.Cli.Demo;

/// <summary>
/// Makes the values of one table from a small generator of its own (SplitMix64), so that no runtime changes them.
/// </summary>
internal sealed class ShopValues
{
    private static readonly string[] First =
        ["Ada", "Björn", "Chloé", "Dmitri", "Eszter", "Fatima", "Grace", "Hiro", "Inés", "João", "Łukasz", "Mei"];

    private static readonly string[] Last =
        ["Abbott", "Núñez", "Baker", "Çelik", "Dubois", "Eriksson", "Fischer", "García", "Hughes", "Ivanov", "Jones"];

    private static readonly string[] Words =
        ["amber", "birch", "cobalt", "drift", "ember", "fjord", "garnet", "harbour", "indigo", "juniper",
         "kelp", "linden", "maple", "nectar", "ochre", "pepper", "quartz", "raven", "saffron", "thistle", "umber",
         "velvet", "willow", "zephyr"];

    private static readonly DateTime Epoch = new(2016, 11, 14, 0, 0, 0, DateTimeKind.Unspecified);

    private ulong _state;

    public ShopValues(ulong seed, string table)
    {
        _state = seed;
        foreach (var letter in table)
        {
            _state = (_state ^ letter) * 0x9E3779B97F4A7C15;
        }
    }

    /// <summary>Appends one value as the file holds it.</summary>
    public void Append(StringBuilder line, ShopColumn column, int row)
    {
        switch (column.Kind)
        {
            case "id": line.Append(row); break;
            case "ref": line.Append(1 + Below(column.Size)); break;
            case "qty": line.Append(Below(column.Size + 1)); break;
            case "flag": line.Append(Below(2)); break;
            case "money": Decimal(line, Below(column.Size * 100), 100); break;
            case "rate": Decimal(line, Below(3_000_000), 1_000_000); break;
            // One price in a thousand has more digits than Staging keeps.
            case "price": Decimal(line, Below(40_000_000) / 100 * 100 + (row % 1000 == 7 ? 25 : 0), 10_000); break;
            case "date": line.Append($"{Epoch.AddDays(Below(3650)):yyyy-MM-dd}"); break;
            case "moment": Moment(line); break;
            default: Text(line, column, row); break;
        }
    }

    private void Text(StringBuilder line, ShopColumn column, int row)
    {
        switch (column.Kind)
        {
            case "code": Code(line, column.Size); break;
            case "word": line.Append(Any(Words)).Append(' ').Append(Any(Words)).Append(' ').Append(row % 97); break;
            case "first": line.Append(Any(First)); break;
            // One last name in two thousand is longer than Staging takes.
            case "last": line.Append(Any(Last)).Append(row % 2000 == 11 ? "-Featherstonehaugh" : ""); break;
            case "email": line.Append("customer").Append(row).Append('@').Append(Any(Words)).Append(".example"); break;
            case "phone": line.Append("+44 20 ").Append(1_000_000 + Below(8_000_000)); break;
            case "street": line.Append($"\"{1 + Below(300)}, {Any(Words)} street\""); break;
            case "note": line.Append(row % 3 == 0 ? "" : row % 7 == 0 ? "\"\"" : "\"said \"\"ok\"\"\""); break;
            // One description in five hundred is too long for Staging.
            case "text": Description(line, row % 500 == 3 ? 30 : 4 + Below(6)); break;
            default: throw new InvalidOperationException($"no values of kind '{column.Kind}'");
        }
    }

    private void Description(StringBuilder line, int words)
    {
        line.Append('"').Append(Any(Words));
        for (var word = 1; word < words; word++)
        {
            line.Append(word % 4 == 0 ? ",\n" : " ").Append(Any(Words));
        }

        line.Append('"');
    }

    private void Moment(StringBuilder line) =>
        line.Append($"{Epoch.AddSeconds(Below(300_000_000)):yyyy-MM-dd HH:mm:ss}.{Below(1000):000}");

    private void Code(StringBuilder line, int length)
    {
        for (var i = 0; i < length; i++)
        {
            line.Append((char)('A' + Below(26)));
        }
    }

    private static void Decimal(StringBuilder line, int units, int scale)
    {
        line.Append(units / scale).Append('.');
        for (var (rest, digit) = (units % scale, scale / 10); digit > 0; digit /= 10)
        {
            line.Append((char)('0' + rest / digit % 10));
        }
    }

    private string Any(string[] words) => words[Below(words.Length)];

    private int Below(int limit)
    {
        _state += 0x9E3779B97F4A7C15;
        var mixed = (_state ^ (_state >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return (int)((mixed ^ (mixed >> 31)) % (ulong)limit);
    }
}
