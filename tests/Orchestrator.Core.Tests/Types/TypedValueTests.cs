using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Types;

internal sealed class TypedValueTests
{
    [TestCase("int", "007", "7")]
    [TestCase("bit", "true", "1")]
    [TestCase("decimal(9,2)", "-1.5", "-1.50")]
    [TestCase("float", "1e3", "1000")]
    [TestCase("date", "2026-11-21", "2026-11-21")]
    [TestCase("datetime2(7)", "2026-11-21", "2026-11-21 00:00:00.0000000")]
    [TestCase("datetime2(3)", "2026-11-21T10:11:12.123", "2026-11-21 10:11:12.123")]
    [TestCase("datetime", "2026-11-21 10:11:12.127", "2026-11-21 10:11:12.127")]
    [TestCase("smalldatetime", "2026-11-21 10:11", "2026-11-21 10:11:00")]
    [TestCase("time(0)", "10:11:12", "10:11:12")]
    [TestCase("datetimeoffset(0)", "2026-11-21 10:00:00 +02:00", "2026-11-21 08:00:00 +00:00")]
    [TestCase("datetimeoffset(3)", "2026-11-21 10:00:00.5-03", "2026-11-21 13:00:00.500 +00:00")]
    [TestCase("nvarchar(3)", "añ ", "añ ")]
    [TestCase("uniqueidentifier", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "6F9619FF-8B86-D011-B42D-00C04FC964FF")]
    public void A_value_is_written_in_one_way(string type, string text, string expected)
    {
        Assert.That(TypedValue.TryParse(Type(type), text, out var value, out var problem), Is.True, problem);
        Assert.That(value!.Text, Is.EqualTo(expected));
    }

    [TestCase("int", "2147483648", "from -2147483648 to 2147483647")]
    [TestCase("int", "1.5", "whole number")]
    [TestCase("tinyint", "-1", "from 0 to 255")]
    [TestCase("int", "ten", "no number")]
    [TestCase("bit", "2", "neither")]
    [TestCase("decimal(4,2)", "100", "from -99.99 to 99.99")]
    [TestCase("decimal(4,2)", "1.234", "digits behind the point")]
    [TestCase("date", "2026-02-30", "no date")]
    [TestCase("date", "21.11.2026", "no date")]
    [TestCase("date", "2026-11-21 10:00", "finer")]
    [TestCase("datetime2(3)", "2026-11-21 10:11:12.1234", "finer")]
    [TestCase("datetime", "1752-12-31", "from 1753-01-01")]
    [TestCase("varchar(2)", "añ", "it has 3, 2 are taken")]
    [TestCase("binary(8)", "0x00", "no value")]
    public void What_does_not_fit_is_refused_with_a_reason(string type, string text, string expected)
    {
        Assert.That(TypedValue.TryParse(Type(type), text, out var value, out var problem), Is.False);
        Assert.That((value, problem), Is.EqualTo(((TypedValue?)null, problem)));
        Assert.That(problem, Does.Contain(expected));
    }

    [TestCase("datetime2(0)", "2026-11-21 10:11:12.9999999", "2026-11-21 10:11:12")]
    [TestCase("datetime", "2026-11-21 10:11:12.1269999", "2026-11-21 10:11:12.123")]
    [TestCase("date", "2026-11-21 23:59:59", "2026-11-21")]
    [TestCase("smalldatetime", "2026-11-21 23:59:59", "2026-11-21 23:59:00")]
    [TestCase("int", "-1.5", "-2")]
    [TestCase("decimal(9,2)", "1.999", "1.99")]
    public void A_bound_is_rounded_down_to_what_its_type_keeps(string type, string text, string expected)
    {
        Assert.That(TypedValue.TryRoundDown(Type(type), text, out var value, out var problem), Is.True, problem);
        Assert.That(value!.Text, Is.EqualTo(expected));
    }

    [TestCase("datetime2(0)", "2026-11-21 10:11:12.12", "datetime2(2) 2026-11-21 10:11:12.12")]
    [TestCase("date", "2026-11-21 23:59", "datetime2(0) 2026-11-21 23:59:00")]
    [TestCase("datetime", "1752-12-31", "datetime2(0) 1752-12-31 00:00:00")]
    [TestCase("datetimeoffset(0)", "2026-11-21 10:00:00.5 +02:00", "datetimeoffset(1) 2026-11-21 08:00:00.5 +00:00")]
    [TestCase("datetime2(3)", "2026-11-21", "datetime2(3) 2026-11-21 00:00:00.000")]
    [TestCase("int", "2147483648", "bigint 2147483648")]
    [TestCase("int", "-1.50", "decimal(2,1) -1.5")]
    [TestCase("decimal(9,2)", "1.999", "decimal(4,3) 1.999")]
    [TestCase("decimal(9,2)", "0.00001", "decimal(6,5) 0.00001")]
    [TestCase("decimal(9,2)", "1E-7", "decimal(8,7) 0.0000001")]
    [TestCase("int", "1E+20", "decimal(21,0) 100000000000000000000")]
    public void What_a_database_returned_keeps_all_of_its_digits(string type, string text, string expected)
    {
        Assert.That(TypedValue.TryWiden(Type(type), text, out var value, out var problem), Is.True, problem);
        Assert.That($"{value!.Type} {value.Text}", Is.EqualTo(expected));
    }

    [TestCase("date", "infinity")]
    [TestCase("decimal(9,2)", "NaN")]
    [TestCase("decimal(9,2)", "1E+300")]
    [TestCase("decimal(9,2)", "1E-300")]
    [TestCase("int", "ten")]
    public void What_is_no_value_of_its_kind_is_none_with_more_digits_either(string type, string text) =>
        Assert.That(TypedValue.TryWiden(Type(type), text, out _, out _), Is.False);

    [Test]
    public void A_value_compares_with_one_that_has_more_digits()
    {
        TypedValue.TryWiden(Type("datetime2(0)"), "2026-11-21 10:00:00.5", out var finer, out _);
        TypedValue.TryWiden(Type("int"), "1.5", out var half, out _);

        Assert.That(Of("datetime2(0)", "2026-11-21 10:00:00").CompareTo(finer!), Is.Negative);
        Assert.That(Of("int", "2").CompareTo(half!), Is.Positive);
    }

    [Test]
    public void Values_compare_as_what_they_mean()
    {
        Assert.That(Of("int", "9").CompareTo(Of("int", "10")), Is.Negative);
        Assert.That(Of("datetimeoffset(0)", "2026-01-01 00:00:00 +02:00")
            .CompareTo(Of("datetimeoffset(0)", "2026-01-01 00:00:00 +00:00")), Is.Negative);
    }

    [Test]
    public void Less_ends_at_the_smallest_value()
    {
        Assert.That(Of("datetime2(0)", "2026-11-21 00:05:00").Less(TimeSpan.FromMinutes(10)).Text,
            Is.EqualTo("2026-11-20 23:55:00"));
        Assert.That(Of("datetime", "1753-01-01").Less(TimeSpan.FromDays(1)).Text,
            Is.EqualTo("1753-01-01 00:00:00.000"));
        Assert.That(Of("tinyint", "3").Less(10).Text, Is.EqualTo("0"));
    }

    [TestCase("decimal(28,18)", "99999999999")]
    [TestCase("decimal(38,28)", "123")]
    public void A_number_beyond_its_type_is_refused_and_not_reckoned_with(string type, string text)
    {
        Assert.That(TypedValue.TryRoundDown(Type(type), text, out _, out var problem), Is.False);
        Assert.That(problem, Does.StartWith($"{type} goes from"));
    }

    [TestCase("decimal(38,19)", "12345678901234567890123456789012345678901", "it has 41 digits, and at most 28 are")]
    [TestCase("decimal(9,2)", "1e5", "it is written with an exponent")]
    [TestCase("decimal(9,2)", "x", "it is no number")]
    [TestCase("datetime2(0)", "2026-01-01 10:00:00+02", "it has an offset, which only datetimeoffset keeps")]
    [TestCase("date", "x", "it is no date or time")]
    public void What_keeps_a_value_from_its_type_is_told(string type, string text, string why)
    {
        Assert.That(TypedValue.TryParse(Type(type), text, out _, out var problem), Is.False);
        Assert.That(problem, Does.StartWith(why));
    }

    [TestCase("decimal(28,28)", "0.5")]
    [TestCase("decimal(38,38)", "-0.0000000000000000000000000001")]
    [TestCase("decimal(28,28)", "0.9999999999999999999999999999")]
    [TestCase("decimal(28,28)", "0")]
    [TestCase("decimal(28,27)", "-9.5")]
    [TestCase("decimal(28,0)", "-9999999999999999999999999999")]
    public void What_is_written_of_a_number_is_read_again(string type, string text)
    {
        var written = Of(type, text);

        Assert.That(Of(type, written.Text), Is.EqualTo(written));
        Assert.That(TypedValue.TryRoundDown(Type(type), written.Text, out var down, out _), Is.True);
        Assert.That(TypedValue.TryWiden(Type(type), written.Text, out var wide, out _), Is.True);
        Assert.That((down, wide), Is.EqualTo((written, written)));
    }

    [Test]
    public void A_zero_before_the_point_is_no_digit_and_one_behind_it_is()
    {
        const string Most = "0.1234567890123456789012345678";

        Assert.That(Of("decimal(28,28)", Most).Text, Is.EqualTo(Most));
        Assert.That(TypedValue.TryParse(Type("decimal(29,29)"), Most + "9", out _, out var problem), Is.False);
        Assert.That(problem, Does.StartWith("it has 29 digits, and at most 28 are"));
        Assert.That(TypedValue.TryWiden(Type("decimal(9,2)"), Most, out var wide, out _), Is.True);
        Assert.That($"{wide!.Type} {wide.Text}", Is.EqualTo($"decimal(28,28) {Most}"));
    }

    [TestCase("int", "7", 7L)]
    [TestCase("bit", "0", false)]
    [TestCase("float", "1.5", 1.5)]
    [TestCase("decimal(9,2)", "1.5", "1.50")]
    [TestCase("date", "2026-11-21", "2026-11-21")]
    public void A_parameter_is_what_a_server_compares_by_itself(string type, string text, object expected)
    {
        Assert.That(Of(type, text).Parameter, Is.EqualTo(expected));
    }

    private static TypedValue Of(string type, string text) =>
        TypedValue.TryParse(Type(type), text, out var value, out _) ? value!
        : throw new ArgumentException($"{text} is no {type}");

    private static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);
}
