using Orchestrator.Ssis.Scripts;

namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>What scripts set variables to, evaluated: S is `C:\in\sales.old.csv`, T empty, N 7, L 9, B true, D the last
/// evening of 2025, and it is the first of March 2026.</summary>
internal sealed class ScriptValuesTests
{
    private const string S = "Dts.Variables[\"User::S\"].Value.ToString()";

    [TestCase("\"a\" + 1 + true + 'c'", "a1Truec")]
    [TestCase($"{S} + \"|\" + Dts.Variables[\"N\"].Value", @"C:\in\sales.old.csv|7")]
    [TestCase("string.Format(\"{0}-{1:yyyyMMdd}{{}}\", Dts.Variables[\"N\"].Value, Dts.Variables[\"D\"].Value)",
        "7-20251231{}")]
    [TestCase("$\"{Dts.Variables[\"N\"].Value}/{(true ? 1 : 2)}:{DateTime.Now:yyMM}\"", "7/1:2603")]
    [TestCase("DateTime.Now.ToString(\"yyyyMMdd_HHmmss\")", "20260301_040506")]
    [TestCase("DateTime.Today.AddDays(-1).ToString(\"yyyy-MM-dd\")", "2026-02-28")]
    [TestCase("DateTime.Now.AddMonths(1).AddYears(-1).ToString(\"yyyy.MM\")", "2025.04")]
    [TestCase("((DateTime)Dts.Variables[\"D\"].Value).AddHours(1).ToString(\"dd HH\")", "01 00")]
    [TestCase("DateTime.Now.ToString(\"MM/dd/yyyy\", System.Globalization.CultureInfo.InvariantCulture)", "03/01/2026")]
    [TestCase("DateTime.Now.Month.ToString(\"00\") + DateTime.Now.Day.ToString().PadLeft(3, '0')", "03001")]
    [TestCase("DateTime.Now.Year.ToString() + DateTime.Now.Hour", "20264")]
    [TestCase($"Path.GetFileName({S})", "sales.old.csv")]
    [TestCase($"System.IO.Path.GetFileNameWithoutExtension({S})", "sales.old")]
    [TestCase($"Path.GetExtension({S})", ".csv")]
    [TestCase("Path.GetFileName(\"a/b:c\") + Path.GetFileName(\"x\") + Path.GetFileName(\"x\\\\\")", "cx")]
    [TestCase("Path.GetExtension(\"a.b\\\\c\") + Path.GetExtension(\"a.\") + "
        + "Path.GetFileNameWithoutExtension(\"a\")", "a")]
    [TestCase($"Path.Combine(\"C:\\\\out\", Path.GetFileName({S}))", @"C:\out\sales.old.csv")]
    [TestCase($"Path.Combine(\"C:\\\\out\\\\\", {S})", @"C:\in\sales.old.csv")]
    [TestCase("Path.Combine(Dts.Variables[\"T\"].Value.ToString(), \"a\", \"b\")", @"a\b")]
    [TestCase($"{S}.Replace(\"old\", \"new\").ToUpper()", @"C:\IN\SALES.NEW.CSV")]
    [TestCase($"{S}.Replace('\\\\', '/').Substring(3)", "in/sales.old.csv")]
    [TestCase($"{S}.Substring(6, 5)", "sales")]
    [TestCase($"{S}.Length + \"\"", "19")]
    [TestCase($"{S}.Contains(\"old\") ? \"yes\" : \"no\"", "yes")]
    [TestCase("Dts.Variables[\"T\"].Value.ToString() == \"\" ? \"none\" : \"some\"", "none")]
    [TestCase("string.IsNullOrEmpty((string)Dts.Variables[\"T\"].Value) ? string.Empty + \"e\" : \"f\"", "e")]
    [TestCase("string.Equals(Dts.Variables[\"T\"].Value.ToString(), \"\") ? \"none\" : \"some\"", "none")]
    [TestCase($"String.Equals({S}, \"1\", StringComparison.OrdinalIgnoreCase) ? \"one\" : \"other\"", "other")]
    [TestCase($"string.Equals({S}, {S}.ToUpper(), System.StringComparison.Ordinal) ? \"same\" : \"other\"", "other")]
    [TestCase("Dts.Variables[\"N\"].Value.ToString().Trim() + Convert.ToString(Dts.Variables[\"B\"].Value)", "7True")]
    public void Texts_are_what_they_are_there(string value, string expected) => Assert.That(
        ScriptSample.Result($"Dts.Variables[\"User::S\"].Value = {value};"), Is.EqualTo(expected));

    [TestCase("(int)Dts.Variables[\"N\"].Value + 1", "8")]
    [TestCase("(Convert.ToInt32(Dts.Variables[\"N\"].Value) + 10 - 1) / 10", "1")]
    [TestCase("-(int)Dts.Variables[\"N\"].Value / 2", "-3")]
    [TestCase("int.Parse(Dts.Variables[\"N\"].Value.ToString()) % 4 * 2", "6")]
    [TestCase("Math.Max(Math.Min(3, 5), (int)Dts.Variables[\"N\"].Value)", "7")]
    [TestCase("Convert.ToInt32(Dts.Variables[\"B\"].Value)", "1")]
    [TestCase("!(bool)Dts.Variables[\"B\"].Value || 1 >= 2 ? 1 : 2", "2")]
    [TestCase("DateTime.Today.AddMonths(-3).Year - 1", "2024")]
    [TestCase("(int)((DateTime)Dts.Variables[\"D\"].Value).DayOfYear", "365")]
    public void Numbers_are_what_they_are_there(string value, string expected) => Assert.That(
        ScriptSample.Result($"Dts.Variables[\"N\"].Value = {value};"), Is.EqualTo(expected));

    [TestCase("Dts.Variables[\"B\"].Value = (int)Dts.Variables[\"N\"].Value > 6 && \"a\" != \"b\";", "True")]
    [TestCase("Dts.Variables[\"L\"].Value = (long)Dts.Variables[\"L\"].Value * 2L;", "18")]
    [TestCase("Dts.Variables[\"N\"].Value = 1; Dts.Variables[\"N\"].Value = (int)Dts.Variables[\"N\"].Value + 1;", "2")]
    [TestCase("long a = 7; char c = 'x'; Dts.Variables[\"L\"].Value = a / 2;", "3")]
    [TestCase("int a = 1; if ((bool)Dts.Variables[\"B\"].Value) { a = 5; } Dts.Variables[\"N\"].Value = a;", "5")]
    [TestCase("if ((int)Dts.Variables[\"N\"].Value > 9) { Dts.Variables[\"N\"].Value = 1; } "
        + "else if (Dts.Variables[\"S\"].Value.ToString() == \"x\") Dts.Variables[\"N\"].Value = 2;", "7")]
    [TestCase("Dts.Variables[\"T\"].Value += (Dts.Variables[\"T\"].Value.ToString() != \"\" ? \"|\" : \"\") "
        + "+ Dts.Variables[\"N\"].Value;", "7")]
    [TestCase("Variables all = null; Dts.VariableDispenser.LockForWrite(\"N\"); Dts.VariableDispenser.GetVariables("
        + "ref all); all[\"User::N\"].Value = (int)all[\"N\"].Value * 2; all.Unlock();", "14")]
    [TestCase("try { Dts.Variables[\"N\"].Value = 3; Dts.TaskResult = (int)ScriptResults.Success; } "
        + "catch { Dts.TaskResult = (int)ScriptResults.Failure; }", "3")]
    public void Statements_are_followed_in_their_order(string main, string expected) =>
        Assert.That(ScriptSample.Result(main), Is.EqualTo(expected));

    [Test]
    public void All_that_is_set_is_said_by_what_was_before()
    {
        var work = ScriptSample.Of("string old = Dts.Variables[\"S\"].Value.ToString(); Dts.Variables[\"S\"].Value = "
            + "Dts.Variables[\"T\"].Value.ToString(); Dts.Variables[\"T\"].Value = old;");

        Assert.That(work.Sets, Is.EqualTo(new ScriptSet[]
        {
            new("User::S", "@[User::T]", ""), new("User::T", "@[User::S]", ""),
        }));
    }

    [Test]
    public void A_text_that_is_too_short_to_be_cut_has_no_value() => Assert.That(
        ScriptSample.Result("Dts.Variables[\"S\"].Value = Dts.Variables[\"T\"].Value.ToString().Substring(0, 2);"),
        Does.StartWith("no value"));

    [TestCase("Dts.Variables[\"S\"].Value = DateTime.Now.ToString();", "say its format")]
    [TestCase("Dts.Variables[\"S\"].Value = DateTime.Now.ToString(\"MM/dd/yyyy\");", "format 'MM/dd/yyyy'")]
    [TestCase("Dts.Variables[\"S\"].Value = DateTime.Now.ToString(\"d\");", "format 'd'")]
    [TestCase("Dts.Variables[\"S\"].Value = DateTime.Now.ToString(\"dd MMM\");", "format 'dd MMM'")]
    [TestCase("Dts.Variables[\"S\"].Value = Dts.Variables[\"S\"].Value.ToString().Trim();", "Trim has no equal")]
    [TestCase("Dts.Variables[\"S\"].Value = string.Format(\"{0:N0}\", 1);", "format 'N0'")]
    [TestCase("Dts.Variables[\"S\"].Value = Guid.NewGuid().ToString();", "Guid.NewGuid")]
    [TestCase("Dts.Variables[\"B\"].Value = string.Equals(Dts.Variables[\"S\"].Value.ToString(), \"x\", "
        + "StringComparison.OrdinalIgnoreCase);", "string.Equals has no equal")]
    [TestCase("Dts.Variables[\"S\"].Value = null;", "no null")]
    [TestCase("Dts.Variables[\"S\"].Value = 1;", "'User::S' is String")]
    [TestCase("Dts.Variables[\"N\"].Value = 1L;", "'User::N' is Int32")]
    [TestCase("Dts.Variables[\"N\"].Value = 1.5;", "the number 1.5")]
    [TestCase("double half = 5; Dts.Variables[\"S\"].Value = (half / 2).ToString();", "a cast to double")]
    [TestCase("decimal half; half = 5; Dts.Variables[\"S\"].Value = half / 2 + \"\";", "a cast to decimal")]
    [TestCase("Dts.Variables[\"Other\"].Value = 1;", "there is no variable 'Other'")]
    [TestCase("Dts.Variables[\"B\"].Value = Dts.Variables[\"S\"].Value == \"x\";", "the operator ==")]
    public void What_has_no_equal_is_open_and_says_so(string main, string why) =>
        Assert.That(ScriptSample.Result(main), Does.StartWith("open: ").And.Contain(why));
}
