using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class PassedTypesTests
{
    [TestCase("integer", "integer")]
    [TestCase("numeric(9, 2)", "numeric(9,2)")]
    [TestCase("numeric(9,2)", "numeric")]
    [TestCase("numeric(3,-2)", "numeric(3,-2)")]
    [TestCase("character varying(5)", "character varying(5)")]
    [TestCase("character varying(5)", "text")]
    [TestCase("character varying(5)", "character varying")]
    [TestCase("text", "character varying")]
    [TestCase("character varying", "text")]
    [TestCase("character(5)", "character(5)")]
    [TestCase("timestamp(3) without time zone", "timestamp without time zone")]
    [TestCase("timestamp(0) with time zone", "timestamp(0) with time zone")]
    [TestCase("time(3) without time zone", "time without time zone")]
    public void Equal_measures_or_a_target_without_any_pass(string source, string target)
    {
        Assert.That(PassedTypes.Refusal(source, target), Is.Null);
    }

    [TestCase("integer", "bigint")]
    [TestCase("numeric", "numeric(9,2)")]
    [TestCase("numeric(9,2)", "numeric(10,2)")]
    [TestCase("character varying(5)", "character varying(4)")]
    [TestCase("text", "character varying(5)")]
    [TestCase("character(5)", "text")]
    [TestCase("character(5)", "character varying(5)")]
    [TestCase("character varying(5)", "character(5)")]
    [TestCase("timestamp without time zone", "timestamp(3) without time zone")]
    [TestCase("timestamp without time zone", "timestamp with time zone")]
    [TestCase("json", "jsonb")]
    [TestCase("json", "text")]
    [TestCase("text", "text COLLATE pg_catalog.\"C\"")]
    public void What_the_server_would_change_or_misread_does_not(string source, string target)
    {
        Assert.That(
            PassedTypes.Refusal(source, target),
            Is.EqualTo($"it is {source} in the source and {target} in the target"));
    }

    [TestCase("regclass")]
    [TestCase("money")]
    [TestCase("xml")]
    [TestCase("name")]
    [TestCase("\"char\"")]
    [TestCase("character")]
    [TestCase("bpchar")]
    [TestCase("integer[]")]
    [TestCase("text[]")]
    [TestCase("numeric(9,2)[]")]
    [TestCase("interval")]
    [TestCase("public.mood")]
    [TestCase("public.numeric(9,2)")]
    [TestCase("time with time zone")]
    public void Other_types_do_not_pass_even_between_equal_columns(string type)
    {
        Assert.That(PassedTypes.Refusal(type, type), Does.StartWith($"{type} is not of the types that pass"));
    }
}
