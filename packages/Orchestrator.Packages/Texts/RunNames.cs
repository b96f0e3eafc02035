using System.Text;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Texts;

/// <summary>Puts values into SQL as names, each quoted by the platform: whatever one holds, it is one name.</summary>
internal sealed class RunNames(PackageContext context)
{
    /// <summary>SQL with its names. It is cut into statements before, so that no value cuts one.</summary>
    /// <exception cref="PackageRefusedException">A value is no name there.</exception>
    public string In(string sql, Dialect dialect)
    {
        if (!NameTexts.AreIn(sql))
        {
            return sql;
        }

        var (filled, from) = (new StringBuilder(), 0);
        foreach (var name in NamePlaces.Of(dialect, sql).Where(name => name.IsName))
        {
            filled.Append(sql, from, name.Place - from).Append(dialect.Quote(Value(name.Variable, dialect)));
            from = name.Place + name.Length;
        }

        return filled.Append(sql, from, sql.Length - from).ToString();
    }

    /// <summary>The name of a table, or of its schema, with its values: all of it is one name, quoted later.</summary>
    /// <exception cref="PackageRefusedException">It is no name there.</exception>
    public string? Of(string? written, Dialect dialect)
    {
        if (!NameTexts.AreIn(written))
        {
            return written;
        }

        var name = NameTexts.Fill(written!, variable => Value(variable, dialect));
        return dialect.ColumnRefusal(name) is { } why ? throw Refused(context, $"The name '{written}'", why) : name;
    }

    /// <summary>That a value is no name.</summary>
    /// <param name="context">The attempt.</param>
    /// <param name="what">What is none; what the value is nobody is told: it may be sensitive, and long.</param>
    /// <param name="why">Why not.</param>
    public static PackageRefusedException Refused(PackageContext context, string what, string why) => new(
        "ORC3627", ErrorClass.Data, "open",
        $"{what} cannot be one in the SQL of '{context.Object.FullName}': {why}. Nothing was sent. Correct what sets "
        + "it.");

    private string Value(string variable, Dialect dialect)
    {
        var value = context.ValueOf(variable)?.Text;
        var why = value is null ? context.Given.ContainsKey(variable) ? "it is NULL" : "it has no value"
            : dialect.ColumnRefusal(value);
        return why is null ? value! : throw Refused(context, $"'{variable}' stands for a name, and its value", why);
    }
}
