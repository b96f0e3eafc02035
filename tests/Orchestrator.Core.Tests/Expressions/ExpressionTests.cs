using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Expressions;

/// <summary>What expressions come to, and what is refused as one.</summary>
internal sealed class ExpressionTests
{
    private static readonly KnownValues Values = new KnownValues()
        .With("Tenant", "varchar(3)", "A").With("N", "int", "7").With("Full", "bit", "1")
        .With("Day", "date", "2026-09-30").With("At", "datetime2(3)", "2026-11-27 23:59:58.500")
        .With("Amount", "decimal(9,2)", "12.50").With("Share", "float", "0.25").With("None", "int", null)
        .With("Nobody", "nvarchar(10)", null).With("Never", "date", null).With("Unsaid", "bit", null)
        .With("Since", "datetimeoffset(0)", "2026-01-01 01:00:00 +02:00").With("Noon", "time(0)", "12:30:00")
        .With("Id", "uniqueidentifier", "6f9619ff-8b86-d011-b42d-00c04fc964ff").With("and", "int", "1");

    [TestCase("N = 7 and Full", "true")]
    [TestCase("${var:N} > 7 or not ${var:Full}", "false")]
    [TestCase("Day = '2026-09-30' and Day < '2026-10-01'", "true")]
    [TestCase("'2026-10-01' > Day", "true")]
    [TestCase("Day = At", "false")]
    [TestCase("Since = '2026-01-01 00:00:00 +01:00'", "true")]
    [TestCase("Noon >= '12:00'", "true")]
    [TestCase("Id = '6F9619FF-8B86-D011-B42D-00C04FC964FF'", "true")]
    [TestCase("Tenant = 'a'", "false")]
    [TestCase("Full = 1 and Full = TRUE and Full > false", "true")]
    [TestCase("${var:and} = 1", "true")]
    [TestCase("N = +7 and N = 007 and N <> -7", "true")]
    [TestCase("Share = 25e-2 and Share < 1", "true")]
    public void A_condition_holds_or_does_not(string text, string expected) =>
        Assert.That(Values.Evaluate(Values.ReadCondition(text)).Text, Is.EqualTo(expected));

    [TestCase("1 + 2 * 3", "7")]
    [TestCase("(1 + 2) * 3", "9")]
    [TestCase("10 - 4 - 3", "3")]
    [TestCase("- - 2", "2")]
    [TestCase("-N", "-7")]
    [TestCase("7 / 2", "3.5")]
    [TestCase("2 / 3", "0.66666667")]
    [TestCase("-2 / 3", "-0.66666667")]
    [TestCase("0.000000005 * 1", "0.00000001")]
    [TestCase("-7 % 3", "-1")]
    [TestCase("7.5 % 2", "1.5")]
    [TestCase("Amount * 2", "25")]
    [TestCase("Amount + Share", "12.75")]
    [TestCase("9223372036854775807 + 1", "9223372036854775808")]
    [TestCase("abs(-1.5) + floor(-1.5) + ceiling(1.2)", "1.5")]
    [TestCase("round(2.5)", "3")]
    [TestCase("round(-2.345, 2)", "-2.35")]
    [TestCase("number('12.50') + number(Full)", "13.5")]
    [TestCase("number(0.1e0)", "0.1")]
    [TestCase("number(text(0.0000000000000000000000000001))", "0.0000000000000000000000000001")]
    public void Numbers_are_reckoned_exactly(string text, string expected) =>
        Assert.That(Values.Evaluate(Values.Read(text)).Text, Is.EqualTo(expected));

    [TestCase("year(Day) * 100 + month(Day)", "202609")]
    [TestCase("quarter(Day)", "3")]
    [TestCase("weekday(Day)", "3")]
    [TestCase("dayOfYear(date('2024-12-31'))", "366")]
    [TestCase("hour(At) + minute(At) + second(At)", "140")]
    [TestCase("hour(Noon)", "12")]
    [TestCase("Day = monthEnd(Day)", "true")]
    [TestCase("dateOf(At)", "2026-11-27 00:00:00")]
    [TestCase("dateOf(Since)", "2025-12-31 00:00:00")]
    [TestCase("addDays(At, -27)", "2026-10-31 23:59:58.5")]
    [TestCase("addMonths(date('2026-01-31'), 1)", "2026-02-28 00:00:00")]
    [TestCase("addSeconds(At, 2)", "2026-11-28 00:00:00.5")]
    [TestCase("daysBetween(Day, At)", "58")]
    [TestCase("secondsBetween(At, date('2026-11-28'))", "1.5")]
    [TestCase("addDays(Day, 1) = '2026-10-01'", "true")]
    public void Dates_have_parts_and_are_moved(string text, string expected) =>
        Assert.That(Values.Evaluate(Values.Read(text)).Text, Is.EqualTo(expected));

    [TestCase("Tenant || '''s ' || text(N)", "A's 7")]
    [TestCase("upper('aß') || lower('ÄB')", "Aßäb")]
    [TestCase("text(length(' a '))", "3")]
    [TestCase("trim('  a b ')", "a b")]
    [TestCase("substring('abc', 2, 9)", "bc")]
    [TestCase("substring('abc', 4, 1)", "")]
    [TestCase("substring('a\U0001F600bc', 2, 1)", "\U0001F600")]
    [TestCase("substring('a\U0001F600bc', 3, 9)", "bc")]
    [TestCase("substring('\U0001F600\U0001F601', 2, 1) || '|' || substring('\U0001F600', 2, 1)", "\U0001F601|")]
    [TestCase("text(length('a\U0001F600bc')) || text(length(''))", "40")]
    [TestCase("replace('a,b,c', ',', '')", "abc")]
    [TestCase("replace('abc', '', 'x')", "abc")]
    [TestCase("text(startsWith('abc', 'ab') and endsWith('abc', 'bc') and not contains('abc', 'C'))", "true")]
    [TestCase("text(Share) || text(Full) || text(Noon) || text(Since)", "0.25true12:30:002025-12-31 23:00:00 +00:00")]
    public void Texts_are_made_of_texts(string text, string expected) =>
        Assert.That(Values.Evaluate(Values.Read(text)).Text, Is.EqualTo(expected));

    [Test]
    public void No_part_of_a_text_has_half_of_a_character_and_two_make_it_again()
    {
        const string Whole = "a\U0001F600b\U0001F601\U0001F602";
        for (var at = 1; at <= 7; at++)
        {
            var (left, right) = (Part(1, at - 1), Part(at, 9));
            Assert.That(left + right, Is.EqualTo(Whole));
            Assert.That(HalfCharacter.IsIn(left) || HalfCharacter.IsIn(right), Is.False, $"{at}");
        }

        static string Part(int from, int count) =>
            Values.Evaluate(Values.Read($"substring('{Whole}', {from}, {count})")).Text!;
    }

    [TestCase("None = 7", null)]
    [TestCase("None <> 7", null)]
    [TestCase("not Unsaid", null)]
    [TestCase("Unsaid and false", "false")]
    [TestCase("false and Unsaid", "false")]
    [TestCase("Unsaid or Full", "true")]
    [TestCase("Unsaid or false", null)]
    [TestCase("None is null and N is not null", "true")]
    [TestCase("None + 1 is null", "true")]
    [TestCase("Nobody || 'x'", null)]
    [TestCase("year(Never)", null)]
    [TestCase("coalesce(None, N, 1 / 0)", "7")]
    [TestCase("coalesce(None, None)", null)]
    [TestCase("if(Unsaid, 1, 2)", "2")]
    [TestCase("if(N = 7, 'yes', 'no')", "yes")]
    [TestCase("if(true, 1, 1 / 0)", "1")]
    [TestCase("coalesce(None, 1, Share)", "1")]
    public void Null_is_unknown(string text, string? expected)
    {
        var result = Values.Evaluate(Values.Read(text));

        Assert.That((result.Text, result.Fault), Is.EqualTo((expected, (ExpressionFault?)null)));
        Assert.That(result.IsNull, Is.EqualTo(expected is null));
    }

    [TestCase("1 / 0", "divides by zero", 2)]
    [TestCase("N % (7 - N)", "divides by zero", 2)]
    [TestCase("1e300 * 1e300", "beyond every float", 6)]
    [TestCase("99999999999999999999 + 1", "20 digits before the point", 21)]
    [TestCase("number('ten')", "is no number", 0)]
    [TestCase("number(1e25)", "20 digits before the point", 0)]
    [TestCase("date('2026-02-30')", "it is no date", 0)]
    [TestCase("addDays(Day, 99999999)", "no such date", 0)]
    [TestCase("addMonths(Day, -99999)", "no such date", 0)]
    [TestCase("addDays(Day, 0.5)", "a whole number", 0)]
    [TestCase("substring('abc', 0, 1)", "a place from 1 on", 0)]
    [TestCase("round(1.5, 9)", "0 to 8 digits", 0)]
    [TestCase("not (1 / 0 = 1)", "divides by zero", 7)]
    [TestCase("1 / 0 = 1 or None = 1", "divides by zero", 2)]
    [TestCase("None = 1 and 1 / 0 = 1", "divides by zero", 15)]
    [TestCase("1 / 0 is null", "divides by zero", 2)]
    public void What_has_no_value_has_a_fault_with_its_place(string text, string message, int place)
    {
        var result = Values.Evaluate(Values.Read(text));

        Assert.That(result.Fault?.Message, Does.Contain(message));
        Assert.That((result.Fault?.Place, result.Text, result.Holds, result.IsNull),
            Is.EqualTo(((int?)place, (string?)null, (bool?)null, false)));
    }

    [TestCase("1 / 0 = 1 and false")]
    [TestCase("false and 1 / 0 = 1")]
    [TestCase("not (true or 1 / 0 = 1)")]
    [TestCase("not (1 / 0 = 1 or true)")]
    public void What_decides_alone_outweighs_a_fault_on_either_side(string text) =>
        Assert.That(Values.Evaluate(Values.ReadCondition(text)).Holds, Is.False);

    [TestCase("", 0, "a value, got nothing more")]
    [TestCase("N", 1, "one of = <> < <= > >=, got nothing more")]
    [TestCase("N = 7 and", 9, "a value, got nothing more")]
    [TestCase("N = 7)", 5, "the end, got: ')'")]
    [TestCase("N = 7 = 7", 6, "the end, got: '='")]
    [TestCase("N = 7or Full", 4, "a value, got: '7'")]
    [TestCase("Tenent = 'A'", 0, "no variable is called 'Tenent'")]
    [TestCase("${run:moon} = 1", 0, "there is no '${run:moon}'")]
    [TestCase("Tenant = A", 9, "expected a value in quotes, 'A', got: 'A'")]
    [TestCase("Tenant = 7", 9, "a value in quotes, 'A', got: '7'")]
    [TestCase("N = '7'", 4, "a number, true or false, got: ''7''")]
    [TestCase("Tenant = 'ABCD'", 9, "'Tenant' is varchar(3), which 'ABCD' cannot be: it has 4, 3 are taken")]
    [TestCase("1.5 = N", 0, "'N' is int, which 1.5 cannot be")]
    [TestCase("Day = '30.09.2026'", 6, "'Day' is date, which '30.09.2026' cannot be")]
    [TestCase("addDays(Day, 1) = 'soon'", 18, "'soon' can be no datetime2(7)")]
    [TestCase("N = Tenant", 2, "a number does not go with text")]
    [TestCase("Since = At", 6, "a time with an offset does not go with a date")]
    [TestCase("Tenant + 'x' = 'Ax'", 7, "'+' takes numbers, got: text")]
    [TestCase("N || 'x' = '7x'", 2, "'||' takes text, got: a number")]
    [TestCase("-Tenant = 'A'", 0, "'-' takes numbers, got: text")]
    [TestCase("not N", 5, "one of = <>")]
    [TestCase("N and Full", 2, "one of = <>")]
    [TestCase("Full or N", 9, "one of = <>")]
    [TestCase("N is 7", 5, "null, got: '7'")]
    [TestCase("null = N", 0, "a value, got: 'null'")]
    [TestCase("day = 1", 0, "no variable is called 'day'")]
    [TestCase("today() = Day", 0, "no function is called 'today'")]
    [TestCase("year('2026') = 1", 0, "year takes (a date), got: (text)")]
    [TestCase("year(Day, 1) = 1", 0, "year takes (a date), got: (a date, a number)")]
    [TestCase("hour(N) = 1", 0, "hour takes (a date) or (a time of day), got: (a number)")]
    [TestCase("if(N, 1, 2) = 1", 0, "if takes (true or false, a value, another value of its kind)")]
    [TestCase("if(Full, 1, 'x') = 1", 0, "a number does not go with text")]
    [TestCase("coalesce(N) = 1", 0, "two values or more")]
    [TestCase("year(Day", 8, "',' or ')', got nothing more")]
    [TestCase("year(Day,) = 1", 9, "a value, got: ')'")]
    [TestCase("Tenant = 'A", 9, "a value, got: '''")]
    public void What_is_no_condition_is_refused_at_its_place(string text, int place, string message)
    {
        var wrong = Assert.Throws<ExpressionException>(() => Values.ReadCondition(text));

        Assert.That(wrong!.Message, Does.Contain(message));
        Assert.That(wrong.Place, Is.EqualTo(place));
    }

    [Test]
    public void Limits_hold_for_depth_length_and_what_is_made()
    {
        var deep = string.Concat(Enumerable.Repeat("(", 65)) + "1" + new string(')', 65);
        var wide = string.Join(" + ", Enumerable.Repeat("1", 1_000));
        var big = $"replace(replace('{new string('a', 300)}', 'a', '{new string('b', 300)}'), 'b', 'cc')";

        Assert.That(() => Values.Read(deep), Throws.TypeOf<ExpressionException>());
        Assert.That(() => Values.Read(new string(' ', Expression.LengthMax) + "1"),
            Throws.TypeOf<ExpressionException>());
        Assert.That(Values.Evaluate(Values.Read(wide)).Text, Is.EqualTo("1000"));
        Assert.That(Values.Evaluate(Values.Read(big)).Fault?.Message, Does.Contain("longer than 32768"));
    }

    [Test]
    public void It_says_what_it_reads_each_once()
    {
        var read = Values.Read("N + N * if(Full, 1, ${var:Amount}) - N");

        Assert.That(read.References.Select(one => one.ToString()),
            Is.EqualTo(new[] { "${var:N}", "${var:Full}", "${var:Amount}" }));
        Assert.That(read.Kind, Is.EqualTo(ExpressionKind.Number));
    }

    [Test]
    public void What_it_comes_to_is_a_value_of_a_type_where_it_fits()
    {
        var month = Values.Evaluate(Values.Read("month(Day)"));

        Assert.That(month.TryAs(new SqlType(SqlTypeKind.TinyInt), out var value, out _), Is.True);
        Assert.That(value?.Text, Is.EqualTo("9"));
        Assert.That(month.TryAs(new SqlType(SqlTypeKind.Date), out _, out var problem), Is.False);
        Assert.That(problem, Is.Not.Empty);
    }

    [Test]
    public void The_functions_are_known_by_name()
    {
        string[] some = ["coalesce", "if", "monthEnd", "replace", "round", "text", "year"];

        Assert.That(Expression.Functions, Is.Unique);
        Assert.That(some, Is.SubsetOf(Expression.Functions));
    }
}
