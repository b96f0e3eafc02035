using System.Globalization;
using System.Numerics;
using Orchestrator.Core.Expressions;

namespace Orchestrator.Core.Tests.Expressions;

/// <summary>Makes expressions of a seed, of values that are written out and of values that are read.</summary>
internal sealed class RandomExpressions(int seed)
{
    // Quotes, what would end a statement, and half of a character.
    private const string Characters = "aB' ;-€\u2019\ud83d";

    private static readonly string[] Comparisons = ["=", "<>", "<", "<=", ">", ">="];
    private static readonly ExpressionKind[] Kinds =
        [ExpressionKind.Flag, ExpressionKind.Number, ExpressionKind.Float, ExpressionKind.Text, ExpressionKind.Date];

    private readonly Random _random = new(seed);

    /// <summary>What they read.</summary>
    public KnownValues Values { get; } = new();

    /// <summary>An expression of any kind.</summary>
    public Sample Any() => Make(Kinds[_random.Next(Kinds.Length)], _random.Next(1, 6));

    private Sample Make(ExpressionKind kind, int depth)
    {
        if (depth == 0 || _random.Next(8) == 0)
        {
            return _random.Next(3) == 0 ? Read(kind) : Written(kind);
        }

        return (kind, _random.Next(6)) switch
        {
            (_, 0) => Choice(kind, depth - 1),
            (_, 1) => FirstKnown(kind, depth - 1),
            (ExpressionKind.Flag, _) => Flag(depth - 1),
            (ExpressionKind.Number, _) => Number(depth - 1),
            (ExpressionKind.Float, _) => Float(depth - 1),
            (ExpressionKind.Text, _) => Text(depth - 1),
            _ => Date(depth - 1),
        };
    }

    private Sample Written(ExpressionKind kind)
    {
        if (kind == ExpressionKind.Date)
        {
            var time = Moment();
            return new Sample(kind, $"date('{Sample.Shown(time)}')", time);
        }

        var value = Value(kind);
        var text = value switch
        {
            string quoted => $"'{quoted.Replace("'", "''", StringComparison.Ordinal)}'",
            double number => number.ToString("0.0##E+0", CultureInfo.InvariantCulture),
            _ => Sample.Shown(value),
        };
        return new Sample(kind, text, value, text[0] == '-' ? Sample.Signed : Sample.Closest) { IsBare = true };
    }

    private Sample Read(ExpressionKind kind)
    {
        var value = _random.Next(4) == 0 ? null : kind == ExpressionKind.Date ? Moment() : Value(kind);
        var name = $"v{Values.Count}";
        Values.With(name, kind switch
        {
            ExpressionKind.Flag => "bit",
            ExpressionKind.Number => "decimal(20,4)",
            ExpressionKind.Float => "float",
            ExpressionKind.Text => "nvarchar(40)",
            _ => "datetime2(3)",
        }, value is null ? null : Sample.Shown(value));
        return new Sample(kind, _random.Next(2) == 0 ? name : $"${{var:{name}}}", value) { IsBare = true };
    }

    private Sample Flag(int depth)
    {
        switch (_random.Next(6))
        {
            case 0:
                var (left, right) = (Make(ExpressionKind.Flag, depth), Make(ExpressionKind.Flag, depth));
                return new Sample(ExpressionKind.Flag, $"{In(left, Sample.And)} and {In(right, Sample.Not)}",
                    SampleRules.And(left.Value, right.Value), Sample.And);
            case 1:
                var (one, other) = (Make(ExpressionKind.Flag, depth), Make(ExpressionKind.Flag, depth));
                return new Sample(ExpressionKind.Flag, $"{In(one, Sample.Or)} or {In(other, Sample.And)}",
                    SampleRules.Or(one.Value, other.Value), Sample.Or);
            case 2:
                var inner = Make(ExpressionKind.Flag, depth);
                return new Sample(ExpressionKind.Flag, $"not {In(inner, Sample.Not)}",
                    inner.Value is bool flag ? !flag : inner.Value, Sample.Not);
            case 3:
                var (tested, isNot) = (Make(Kinds[_random.Next(Kinds.Length)], depth), _random.Next(2) == 0);
                return new Sample(ExpressionKind.Flag, $"{In(tested, Sample.Sum)} is {(isNot ? "not " : "")}null",
                    tested.Value == Sample.Fault ? Sample.Fault : (tested.Value is null) != isNot, Sample.Compared);
            default:
                return Comparison(Kinds[_random.Next(Kinds.Length)], depth);
        }
    }

    private Sample Comparison(ExpressionKind kind, int depth)
    {
        var (left, right) = (Make(kind, depth), Make(kind, depth));
        var sign = Comparisons[_random.Next(Comparisons.Length)];
        var holds = SampleRules.Strict(
            () => SampleRules.Compare(sign, left.Value!, right.Value!), left.Value, right.Value);
        // A time in quotes is read as what it stands beside; two of them would be texts.
        var isQuoted = right is { Kind: ExpressionKind.Date, Value: DateTime } && _random.Next(3) == 0;
        var text = isQuoted ? $"'{Sample.Shown(Cut(right.Value!))}'" : In(right, Sample.Sum);
        if (isQuoted)
        {
            holds = SampleRules.Strict(() => SampleRules.Compare(sign, left.Value!, Cut(right.Value!)), left.Value);
        }

        return new Sample(ExpressionKind.Flag, $"{In(left, Sample.Sum)} {sign} {text}", holds, Sample.Compared);
    }

    private Sample Number(int depth)
    {
        var (one, other) = (Make(ExpressionKind.Number, depth), Make(ExpressionKind.Number, depth));
        switch (_random.Next(9))
        {
            case 0:
                return new Sample(ExpressionKind.Number, $"-{In(one, Sample.Signed)}",
                    SampleRules.Strict(() => -(BigInteger)one.Value!, one.Value), Sample.Signed);
            case 1:
                return Call(ExpressionKind.Number, "abs", of => BigInteger.Abs((BigInteger)of[0]), one);
            case 2:
                return Call(ExpressionKind.Number, "floor", of => Sample.One * Floor((BigInteger)of[0]), one);
            case 3:
                var text = Make(ExpressionKind.Text, depth);
                return Call(ExpressionKind.Number, "length", of => ((string)of[0]).Length * Sample.One, text);
            case 4:
                var (from, to) = (Make(ExpressionKind.Date, depth), Make(ExpressionKind.Date, depth));
                return Call(ExpressionKind.Number, "daysBetween", of => Sample.One
                    * (SampleRules.DayNumber((DateTime)of[1]) - SampleRules.DayNumber((DateTime)of[0])), from, to);
            case 5:
                var time = Make(ExpressionKind.Date, depth);
                return Call(ExpressionKind.Number, "weekday",
                    of => Sample.One * ((SampleRules.DayNumber((DateTime)of[0]) % 7) + 1), time);
            default:
                var sign = "+-*/%"[_random.Next(5)];
                return Reckoned(ExpressionKind.Number, sign, one, other, SampleRules.Strict(
                    () => SampleRules.Reckon(sign, (BigInteger)one.Value!, (BigInteger)other.Value!),
                    one.Value, other.Value));
        }
    }

    private Sample Float(int depth)
    {
        var isLeft = _random.Next(2) == 0;
        var one = Make(isLeft ? ExpressionKind.Float : ExpressionKind.Number, depth);
        var other = Make(isLeft ? ExpressionKind.Number : ExpressionKind.Float, depth);
        var sign = "+-*/"[_random.Next(4)];
        return Reckoned(ExpressionKind.Float, sign, one, other, SampleRules.Strict(
            () => SampleRules.Reckon(sign, Double(one.Value!), Double(other.Value!)), one.Value, other.Value));
    }

    private Sample Text(int depth)
    {
        var (one, other) = (Make(ExpressionKind.Text, depth), Make(ExpressionKind.Text, depth));
        switch (_random.Next(5))
        {
            case 0:
                return Call(ExpressionKind.Text, "replace",
                    of => of[1] is "" ? of[0] : string.Join((string)of[2], ((string)of[0]).Split((string)of[1])),
                    one, other, Make(ExpressionKind.Text, 0));
            case 1:
                var (from, count) = (_random.Next(1, 9), _random.Next(9));
                return Call(ExpressionKind.Text, "substring",
                    of => string.Concat(((string)of[0]).Skip(from - 1).Take(count)),
                    one, new Sample(ExpressionKind.Number, $"{from}", from * Sample.One),
                    new Sample(ExpressionKind.Number, $"{count}", count * Sample.One));
            case 2:
                var kind = Kinds[_random.Next(Kinds.Length)];
                return Call(ExpressionKind.Text, "text", of => Sample.Shown(of[0]), Make(kind, depth));
            default:
                return new Sample(ExpressionKind.Text, $"{In(one, Sample.Sum)} || {In(other, Sample.Product)}",
                    SampleRules.Strict(() => (string)one.Value! + (string)other.Value!, one.Value, other.Value),
                    Sample.Sum);
        }
    }

    private Sample Date(int depth)
    {
        var (time, number) = (Make(ExpressionKind.Date, depth), _random.Next(-40_000, 40_000));
        var shift = new Sample(ExpressionKind.Number, $"{number}", number * Sample.One);
        return _random.Next(3) switch
        {
            0 => Call(ExpressionKind.Date, "addDays", of => SampleRules.AddDays((DateTime)of[0], number)!, time, shift),
            1 => Call(
                ExpressionKind.Date, "addMonths", of => SampleRules.AddMonths((DateTime)of[0], number)!, time, shift),
            _ => Call(ExpressionKind.Date, "dateOf", of => ((DateTime)of[0]).Date, time),
        };
    }

    private Sample Choice(ExpressionKind kind, int depth)
    {
        var (condition, one, other) = (Make(ExpressionKind.Flag, depth), Make(kind, depth), Make(kind, depth));
        var value = condition.Value == Sample.Fault ? Sample.Fault
            : condition.Value is true ? one.Value : other.Value;
        return new Sample(kind, $"if({condition.Text}, {one.Text}, {other.Text})", value);
    }

    private Sample FirstKnown(ExpressionKind kind, int depth)
    {
        Sample[] parts = [.. Enumerable.Range(0, _random.Next(2, 5)).Select(_ => Make(kind, depth / 2))];
        return new Sample(kind, $"coalesce({string.Join(", ", parts.Select(part => part.Text))})",
            parts.Select(part => part.Value).FirstOrDefault(value => value is not null));
    }

    private static Sample Call(ExpressionKind kind, string name, Func<object[], object> value, params Sample[] of) =>
        new(kind, $"{name}({string.Join(", ", of.Select(one => one.Text))})", SampleRules.Strict(
            () => value([.. of.Select(one => one.Value!)]), [.. of.Select(one => one.Value)]));

    private Sample Reckoned(ExpressionKind kind, char sign, Sample one, Sample other, object? value)
    {
        var binds = sign is '+' or '-' ? Sample.Sum : Sample.Product;
        return new Sample(kind, $"{In(one, binds)} {sign} {In(other, binds + 1)}", value, binds);
    }

    /// <summary>As it stands where so much must bind, sometimes with parentheses that nobody needs.</summary>
    private string In(Sample sample, int binds) =>
        sample.Binds < binds || (!sample.IsBare && _random.Next(6) == 0) ? $"({sample.Text})" : sample.Text;

    private object Value(ExpressionKind kind) => kind switch
    {
        ExpressionKind.Flag => _random.Next(2) == 0,
        ExpressionKind.Number => new BigInteger(_random.Next(4) == 0
            ? _random.NextInt64(-99_999_999_999_999, 99_999_999_999_999) : _random.Next(-30_000, 30_000)) * 10_000,
        ExpressionKind.Float => double.Parse(
            $"{_random.Next(-9_999, 9_999) / 1_000m}e{_random.Next(-8, 9)}", CultureInfo.InvariantCulture),
        _ => string.Concat(Enumerable.Range(0, _random.Next(5))
            .Select(_ => Characters[_random.Next(Characters.Length)])),
    };

    private DateTime Moment() => new DateTime(_random.Next(1, 10_000), _random.Next(1, 13), _random.Next(1, 29))
        .AddMilliseconds(_random.Next(3) == 0 ? _random.Next(86_400_000) : 0);

    // Only so many digits as the type that it may be read as keeps.
    private static DateTime Cut(object time) =>
        new(((DateTime)time).Ticks / TimeSpan.TicksPerMillisecond * TimeSpan.TicksPerMillisecond);

    private static double Double(object value) => value is double number ? number
        : double.Parse(Sample.Shown(value), CultureInfo.InvariantCulture);

    private static BigInteger Floor(BigInteger units) =>
        (units - (((units % Sample.One) + Sample.One) % Sample.One)) / Sample.One;
}
